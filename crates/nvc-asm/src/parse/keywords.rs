//! Keyword tables (condition rules, targets, bindings, classes, modifiers of declarations), and the parsing of swizzles and
//! write masks.

use crate::ast::{Attrib, BoundArray, CcRule, Class, Swizzle, Target, ThreadState, VarModifier};

fn find<T: Copy>(table: &[(&str, T)], word: &str) -> Option<T> {
    table.iter().find(|(name, _)| *name == word).map(|(_, value)| *value)
}

/// Condition rules by name, without the register digit. RESIDENT and NONRESIDENT, which take no digit, are not listed.
pub(crate) const CC_RULES: &[(&str, CcRule)] = &[
    ("NE", CcRule::Ne),
    ("EQ", CcRule::Eq),
    ("GE", CcRule::Ge),
    ("GT", CcRule::Gt),
    ("LE", CcRule::Le),
    ("LT", CcRule::Lt),
    ("TR", CcRule::Tr),
    ("FL", CcRule::Fl),
    ("NAN", CcRule::Nan),
    ("LEG", CcRule::Leg),
    ("CF", CcRule::Cf),
    ("NCF", CcRule::Ncf),
    ("OF", CcRule::Of),
    ("NOF", CcRule::Nof),
    ("SF", CcRule::Sf),
    ("NSF", CcRule::Nsf),
    ("AB", CcRule::Ab),
    ("BLE", CcRule::Ble),
];

/// Looks up a condition rule and its register; register 0 if the name does not end in a digit.
pub(crate) fn cc_rule(word: &str) -> Option<(CcRule, u8)> {
    match word {
        "RESIDENT" => return Some((CcRule::Resident, 0)),
        "NONRESIDENT" => return Some((CcRule::NonResident, 0)),
        _ => {}
    }
    let (stem, register) = match word.as_bytes().last()? {
        b'0' => (word.get(..word.len() - 1)?, 0),
        b'1' => (word.get(..word.len() - 1)?, 1),
        _ => (word, 0),
    };
    find(CC_RULES, stem).map(|rule| (rule, register))
}

/// Iterates over the names of the condition rules.
pub(crate) fn cc_rule_names() -> impl Iterator<Item = &'static str> {
    CC_RULES.iter().map(|(name, _)| *name).chain(["RESIDENT", "NONRESIDENT"])
}

/// Targets by name.
pub(crate) const TARGETS: &[(&str, Target)] = &[
    ("1D", Target::D1),
    ("2D", Target::D2),
    ("3D", Target::D3),
    ("CUBE", Target::Cube),
    ("RECT", Target::Rect),
    ("ARRAY1D", Target::Array1D),
    ("ARRAY2D", Target::Array2D),
    ("ARRAYCUBE", Target::ArrayCube),
    ("SHADOW1D", Target::Shadow1D),
    ("SHADOW2D", Target::Shadow2D),
    ("SHADOWRECT", Target::ShadowRect),
    ("SHADOWCUBE", Target::ShadowCube),
    ("SHADOWARRAY1D", Target::ShadowArray1D),
    ("SHADOWARRAY2D", Target::ShadowArray2D),
    ("SHADOWARRAYCUBE", Target::ShadowArrayCube),
    ("BUFFER", Target::Buffer),
    ("2DMS", Target::D2Ms),
    ("ARRAY2DMS", Target::Array2DMs),
    ("RENDERBUFFER", Target::Renderbuffer),
];

/// Looks up a texture or image target.
pub(crate) fn target(word: &str) -> Option<Target> {
    find(TARGETS, word)
}

/// The attributes, that is, the names after `invocation.`.
pub(crate) const ATTRIBS: &[(&str, Attrib)] = &[
    ("localid", Attrib::LocalId),
    ("globalid", Attrib::GlobalId),
    ("groupid", Attrib::GroupId),
    ("groupcount", Attrib::GroupCount),
    ("groupsize", Attrib::GroupSize),
    ("localindex", Attrib::LocalIndex),
    ("threadid", Attrib::ThreadId),
    ("threadeqmask", Attrib::ThreadEqMask),
    ("threadltmask", Attrib::ThreadLtMask),
    ("threadlemask", Attrib::ThreadLeMask),
    ("threadgtmask", Attrib::ThreadGtMask),
    ("threadgemask", Attrib::ThreadGeMask),
    ("warpid", Attrib::WarpId),
    ("smid", Attrib::SmId),
];

/// Looks up an attribute.
pub(crate) fn attrib(word: &str) -> Option<Attrib> {
    find(ATTRIBS, word)
}

/// The program arrays, that is, the names after `program.`.
pub(crate) const PROGRAM_ARRAYS: &[(&str, BoundArray)] = &[
    ("storage", BoundArray::Storage),
    ("local", BoundArray::Local),
    ("env", BoundArray::Env),
    ("buffer", BoundArray::Buffer),
    ("storagelen", BoundArray::StorageLen),
    ("sharedmem", BoundArray::SharedMem),
    ("counter", BoundArray::Counter),
    ("subroutine", BoundArray::Subroutine),
];

/// Looks up a program array.
pub(crate) fn program_array(word: &str) -> Option<BoundArray> {
    find(PROGRAM_ARRAYS, word)
}

/// The device state, that is, the names after `state.thread.`.
pub(crate) const THREAD_STATES: &[(&str, ThreadState)] = &[
    ("warpsize", ThreadState::WarpSize),
    ("warpspersm", ThreadState::WarpsPerSm),
    ("smcount", ThreadState::SmCount),
];

/// Looks up a device state name.
pub(crate) fn thread_state(word: &str) -> Option<ThreadState> {
    find(THREAD_STATES, word)
}

/// The class keywords of declarations.
pub(crate) const CLASSES: &[(&str, Class)] = &[
    ("TEMP", Class::Temp),
    ("PARAM", Class::Param),
    ("ATTRIB", Class::Attrib),
    ("STORAGE", Class::Storage),
    ("SHARED", Class::Shared),
    ("CBUFFER", Class::Cbuffer),
    ("BUFFER", Class::Buffer),
    ("BUFFER4", Class::Buffer4),
    ("COUNTER", Class::Counter),
    ("TEXTURE", Class::Texture),
    ("IMAGE", Class::Image),
    ("ALIAS", Class::Alias),
    ("SUBROUTINETYPE", Class::SubroutineType),
    ("SUBROUTINE", Class::Subroutine),
];

/// Looks up a class keyword.
pub(crate) fn class(word: &str) -> Option<Class> {
    find(CLASSES, word)
}

/// Modifiers of declarations by name.
pub(crate) const VAR_MODIFIERS: &[(&str, VarModifier)] = &[
    ("SHORT", VarModifier::Short),
    ("LONG", VarModifier::Long),
    ("INT", VarModifier::Int),
    ("UINT", VarModifier::Uint),
    ("FLOAT", VarModifier::Float),
];

/// Looks up a modifier of a declaration.
pub(crate) fn var_modifier(word: &str) -> Option<VarModifier> {
    find(VAR_MODIFIERS, word)
}

/// Returns the component that a letter names, and whether the letter is one of rgba.
fn lane(letter: u8) -> Option<(u8, bool)> {
    let sets: [&[u8; 4]; 2] = [b"xyzw", b"rgba"];
    for (set, colour) in sets.into_iter().zip([false, true]) {
        if let Some(i) = set.iter().position(|&l| l == letter) {
            return Some((i as u8, colour));
        }
    }
    None
}

/// The reason why a suffix is not a swizzle or write mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BadSuffix {
    /// The letters mix xyzw and rgba.
    Mixed,
    /// There is another letter, or the number of letters is wrong.
    Shape,
    /// The letters of a mask are out of order.
    Order,
}

/// Returns the components that one to four letters name, and the number of letters.
fn lanes(word: &str) -> Result<([u8; 4], usize), BadSuffix> {
    let mut lanes = [0; 4];
    let mut colours = [false; 2];
    let bytes = word.as_bytes();
    for (i, &letter) in bytes.iter().enumerate() {
        let (component, colour) = lane(letter).ok_or(BadSuffix::Shape)?;
        *lanes.get_mut(i).ok_or(BadSuffix::Shape)? = component;
        colours[usize::from(colour)] = true;
    }
    if colours == [true, true] { Err(BadSuffix::Mixed) } else { Ok((lanes, bytes.len())) }
}

/// Parses a swizzle, which has one or four letters.
pub(crate) fn swizzle(word: &str) -> Result<Swizzle, BadSuffix> {
    match lanes(word)? {
        (lanes, 1) => Ok(Swizzle::splat(lanes[0])),
        (lanes, 4) => Ok(Swizzle { lanes, single: false }),
        _ => Err(BadSuffix::Shape),
    }
}

/// Parses a write mask, whose letters must be in order. Returns the components as bits.
pub(crate) fn write_mask(word: &str) -> Result<u8, BadSuffix> {
    let (lanes, count) = lanes(word)?;
    let mut mask = 0u8;
    for &component in &lanes[..count] {
        if mask >> component != 0 {
            return Err(BadSuffix::Order);
        }
        mask |= 1 << component;
    }
    Ok(mask)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_and_swizzles() {
        assert_eq!(write_mask("xzw"), Ok(0b1101));
        assert_eq!(write_mask("ba"), Ok(0b1100));
        assert_eq!(write_mask("yx"), Err(BadSuffix::Order));
        assert_eq!(write_mask("xx"), Err(BadSuffix::Order));
        assert_eq!(write_mask("xg"), Err(BadSuffix::Mixed));
        assert_eq!(swizzle("wzyx").map(|s| s.lanes), Ok([3, 2, 1, 0]));
        assert_eq!(swizzle("xy"), Err(BadSuffix::Shape));
        assert_eq!(swizzle("xyzwx"), Err(BadSuffix::Shape));
    }

    #[test]
    fn condition_registers() {
        assert_eq!(cc_rule("NE1"), Some((CcRule::Ne, 1)));
        assert_eq!(cc_rule("LEG"), Some((CcRule::Leg, 0)));
        assert_eq!(cc_rule("RESIDENT1"), None);
        assert_eq!(cc_rule("1"), None);
    }
}
