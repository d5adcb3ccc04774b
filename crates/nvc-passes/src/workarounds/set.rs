//! Sets of workarounds, parsed from and printed as lists of names.

use super::table::{Group, Workaround};
use std::fmt;
use std::str::FromStr;

/// A set of workarounds, such as those that a compilation applies.
///
/// As text it is a comma-separated list of items, applied from left to right to the default set:
///
/// | item | effect |
/// |---|---|
/// | `default` | the default set: workarounds that cost at most two instructions per occurrence, or prevent a crash |
/// | `all`, `none` | every workaround that is right on any device, or none |
/// | `nvidia`, `mesa` | adds all workarounds for that driver |
/// | `ID` or `+ID` | adds one |
/// | `-ID` | removes one; groups can be removed too |
///
/// ```
/// use nvc_passes::workarounds::{Workaround, Workarounds};
///
/// let set: Workarounds = "nvidia,-abs-sign".parse()?;
/// assert!(set.contains(Workaround::I64Shift31) && !set.contains(Workaround::AbsSign));
/// assert_eq!("none,+bool-phi".parse::<Workarounds>()?.iter().count(), 1);
/// # Ok::<(), nvc_passes::workarounds::UnknownWorkaround>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Workarounds(u32);

const _: () = assert!(Workaround::ALL.len() < u32::BITS as usize);

impl Workarounds {
    /// No workaround.
    pub const NONE: Workarounds = Workarounds(0);

    /// Every workaround that is right on any device.
    pub const ALL: Workarounds = {
        let mut bits = 0;
        let mut at = 0;
        while at < Workaround::ALL.len() {
            if !Workaround::ALL[at].row().lockstep {
                bits |= 1 << at;
            }
            at += 1;
        }
        Workarounds(bits)
    };

    /// Whether the set contains a workaround.
    pub const fn contains(self, workaround: Workaround) -> bool {
        self.0 & 1 << workaround as u32 != 0
    }

    /// Adds a workaround.
    pub fn insert(&mut self, workaround: Workaround) {
        self.0 |= 1 << workaround as u32;
    }

    /// Removes a workaround.
    pub fn remove(&mut self, workaround: Workaround) {
        self.0 &= !(1 << workaround as u32);
    }

    /// The workarounds of the set, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Workaround> {
        Workaround::ALL.iter().copied().filter(move |&workaround| self.contains(workaround))
    }

    /// The workarounds for the drivers of one vendor.
    pub fn of(group: Group) -> Workarounds {
        Workaround::ALL.iter().copied().filter(|workaround| workaround.row().group == group).collect()
    }

    /// The set called `name`: default, all or none; `None` for other names.
    fn named(name: &str) -> Option<Workarounds> {
        match name {
            "default" => Some(Workarounds::default()),
            "all" => Some(Workarounds::ALL),
            "none" => Some(Workarounds::NONE),
            _ => None,
        }
    }
}

impl Default for Workarounds {
    /// The workarounds that are cheap or prevent a crash.
    fn default() -> Self {
        Workaround::ALL.iter().copied().filter(|workaround| workaround.row().is_default()).collect()
    }
}

impl FromIterator<Workaround> for Workarounds {
    fn from_iter<T: IntoIterator<Item = Workaround>>(iter: T) -> Self {
        let mut set = Workarounds::NONE;
        iter.into_iter().for_each(|workaround| set.insert(workaround));
        set
    }
}

impl fmt::Debug for Workarounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Workarounds({self})")
    }
}

impl fmt::Display for Workarounds {
    /// Of the lists that start with `default`, `all` or `none` and add or remove single workarounds, writes the shortest one
    /// that parses to the set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lists = ["default", "all", "none"].map(|name| {
            let base = Workarounds::named(name).unwrap_or_default();
            let changes = Workaround::ALL.iter().filter(|&&w| self.contains(w) != base.contains(w));
            let changes =
                changes.map(|&w| format!(",{}{}", if self.contains(w) { '+' } else { '-' }, w.id()));
            changes.fold(name.to_owned(), |list, change| list + &change)
        });
        let shortest = lists.iter().min_by_key(|list| list.matches(',').count());
        f.write_str(shortest.map_or("", String::as_str))
    }
}

impl FromStr for Workarounds {
    type Err = UnknownWorkaround;

    fn from_str(list: &str) -> Result<Self, UnknownWorkaround> {
        let mut set = Workarounds::default();
        for item in list.split(',') {
            if let Some(named) = Workarounds::named(item) {
                set = named;
                continue;
            }
            let (add, name) = match item.strip_prefix('-') {
                Some(name) => (false, name),
                None => (true, item.strip_prefix('+').unwrap_or(item)),
            };
            let group = Group::ALL.into_iter().find(|group| group.name() == name).map(Workarounds::of);
            let one = Workaround::ALL.iter().copied().filter(|workaround| workaround.id() == name).collect();
            let change = group.unwrap_or(one);
            if change == Workarounds::NONE {
                return Err(UnknownWorkaround(name.to_owned()));
            }
            set.0 = if add { set.0 | change.0 } else { set.0 & !change.0 };
        }
        Ok(set)
    }
}

/// A name in a list of workarounds that is neither a workaround nor a set of workarounds, or is `default`, `all` or `none`
/// after a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWorkaround(String);

/// Minimum Jaro-Winkler similarity of a suggested name.
const SIMILAR: f64 = 0.75;

impl UnknownWorkaround {
    /// Every name that may appear in a list.
    fn names() -> impl Iterator<Item = &'static str> {
        let sets = ["default", "all", "none"].into_iter().chain(Group::ALL.map(Group::name));
        sets.chain(Workaround::ALL.iter().map(|workaround| workaround.id()))
    }

    /// The most similar name, if any is similar enough.
    fn suggestion(&self) -> Option<&'static str> {
        let similarities = Self::names().map(|name| (strsim::jaro_winkler(name, &self.0), name));
        let best = similarities.max_by(|(a, _), (b, _)| a.total_cmp(b));
        best.filter(|&(similarity, _)| similarity >= SIMILAR).map(|(_, name)| name)
    }
}

impl fmt::Display for UnknownWorkaround {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a workaround", self.0)?;
        if let Some(name) = self.suggestion() {
            write!(f, "; did you mean `{name}`?")?;
        }
        write!(f, "\nnames: {}", Self::names().collect::<Vec<_>>().join(", "))
    }
}

impl std::error::Error for UnknownWorkaround {}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(list: &str) -> Workarounds {
        list.parse().unwrap_or_else(|error| panic!("{list}: {error}"))
    }

    #[test]
    fn items_apply_from_left_to_right() {
        let default = Workarounds::default();
        assert_eq!(set("default"), default);
        assert_eq!(set("none,abs-sign,-abs-sign"), Workarounds::NONE);
        assert_eq!(set("abs-sign,none"), Workarounds::NONE);
        assert_eq!(set("nvidia,mesa"), set("all,subgroup-barrier"));
        assert_eq!(set("all,mesa,-nvidia"), Workarounds::of(Group::Mesa));
        assert!(
            set("nvidia").contains(Workaround::UniformBitField)
                && set("nvidia").contains(Workaround::BoolPhi)
        );
        assert!(!set("nvidia").contains(Workaround::SextOrder));
        let mut without = default;
        without.remove(Workaround::AbsSign);
        assert_eq!(set("-abs-sign"), without);
    }

    #[test]
    fn the_default_set_is_cheap_or_prevents_crashes() {
        let default = Workarounds::default();
        for &workaround in Workaround::ALL {
            let row = workaround.row();
            let expected = (row.cost <= 2 || row.crash) && !row.lockstep;
            assert_eq!(default.contains(workaround), expected, "{}", row.id);
            assert_eq!(Workarounds::ALL.contains(workaround), !row.lockstep, "{}", row.id);
        }
        assert!(set("mesa").contains(Workaround::SubgroupBarrier), "it is only in the set of its group");
        assert!(default.contains(Workaround::ThreeWayCompare), "it prevents a crash");
        assert!(!default.contains(Workaround::I64QuotientSum));
    }

    #[test]
    fn lists_round_trip() {
        for list in ["default", "all", "none", "nvidia", "mesa", "none,bool-phi,sext-order", "all,-abs-sign"]
        {
            assert_eq!(set(&set(list).to_string()), set(list), "{list}");
        }
        assert_eq!(Workarounds::default().to_string(), "default");
        assert_eq!(set("nvidia,mesa").to_string(), "all,+subgroup-barrier");
        assert_eq!(set("all,-abs-sign").to_string(), "all,-abs-sign");
    }

    #[test]
    fn unknown_names_are_errors() {
        for (list, message) in [
            ("abs-sgin", "`abs-sgin` is not a workaround; did you mean `abs-sign`?\nnames: default, all,"),
            ("none,+nvida", "`nvida` is not a workaround; did you mean `nvidia`?"),
            ("", "`` is not a workaround\nnames: "),
            ("-all", "`all` is not a workaround; did you mean"),
        ] {
            let error = list.parse::<Workarounds>().expect_err(list).to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
