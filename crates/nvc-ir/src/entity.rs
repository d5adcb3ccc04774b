//! Typed ids, and the arenas they index.

use std::marker::PhantomData;
use std::num::NonZeroU32;

/// An id type: a dense index that prints with a prefix per type, such as `v3` for a value. Ids are stored as the index plus 1,
/// so that an `Option` of an id is not larger than an id.
pub trait Entity: Copy + Eq {
    /// Returns the id with this index.
    fn from_index(index: u32) -> Self;
    /// Returns the index.
    fn index(self) -> usize;
}

macro_rules! entities {
    ($($(#[$doc:meta])* $name:ident $prefix:literal;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
            pub struct $name(NonZeroU32);

            impl $name {
                /// Creates an id in constants. An index of `u32::MAX`, which no table assigns, becomes the index below.
                #[inline]
                const fn new(index: u32) -> Self {
                    $name(NonZeroU32::MIN.saturating_add(index))
                }
            }

            impl Entity for $name {
                #[inline]
                fn from_index(index: u32) -> Self {
                    $name::new(index)
                }
                #[inline]
                fn index(self) -> usize {
                    self.0.get() as usize - 1
                }
            }

            impl std::hash::Hash for $name {
                fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                    (self.0.get() - 1).hash(state);
                }
            }

            impl std::fmt::Display for $name {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    write!(f, concat!($prefix, "{}"), self.index())
                }
            }

            impl std::fmt::Debug for $name {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    std::fmt::Display::fmt(self, f)
                }
            }
        )*
    };
}

entities! {
    /// A value of a function: an instruction's result, a block parameter or a constant.
    Value "v";
    /// A constant of a function.
    ConstId "const";
    /// An instruction of a function.
    Inst "inst";
    /// A basic block of a function.
    Block "b";
    /// A variable in function storage.
    Local "l";
    /// A resource or variable of the module.
    Global "g";
    /// A function of the module.
    FuncId "f";
    /// A specialization constant of the module.
    SpecConst "spec";
    /// An interned type.
    Type "t";
}

impl Type {
    /// Creates the id of one of the predefined types of [`crate::types`].
    pub(crate) const fn predefined(index: u32) -> Type {
        Type::new(index)
    }
}

/// A growable table of `V`, indexed by the ids that it assigns. It contains fewer than 2^32 items.
#[derive(Clone, Debug, PartialEq)]
pub struct Arena<K, V> {
    items: Vec<V>,
    key: PhantomData<K>,
}

impl<K, V> Default for Arena<K, V> {
    fn default() -> Self {
        Arena { items: Vec::new(), key: PhantomData }
    }
}

impl<K: Entity, V> Arena<K, V> {
    /// Creates an empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reserves space for at least `additional` more items.
    pub fn reserve(&mut self, additional: usize) {
        self.items.reserve(additional);
    }

    /// Adds an item and returns its id.
    ///
    /// # Panics
    /// If there are already 2^32 - 1 items.
    pub fn push(&mut self, item: V) -> K {
        let key = self.next_key();
        self.items.push(item);
        key
    }

    /// Returns the id that the next [`push`](Self::push) will return.
    ///
    /// # Panics
    /// If the table is full, as for [`push`](Self::push).
    #[inline]
    #[expect(clippy::panic, reason = "two items with one id would be miscompiled")]
    pub fn next_key(&self) -> K {
        match u32::try_from(self.items.len()) {
            Ok(index) if index < u32::MAX => K::from_index(index),
            _ => panic!("a table of the IR is full"),
        }
    }

    /// Removes the items for which `keep` returns false. The others get new ids, in the same order.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(K, &mut V) -> bool) {
        let mut keys = self.keys();
        self.items.retain_mut(|item| keys.next().is_some_and(|key| keep(key, item)));
    }

    /// Returns the number of items.
    #[inline]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns the item with an id, or `None` if the id is not in this table.
    #[inline]
    pub fn get(&self, key: K) -> Option<&V> {
        self.items.get(key.index())
    }

    /// Iterates over ids and items, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &V)> + ExactSizeIterator {
        self.keys().zip(&self.items)
    }

    /// Iterates over ids and mutable items, in order.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (K, &mut V)> {
        self.keys().zip(&mut self.items)
    }

    /// Iterates over the ids, in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator + use<K, V> {
        (0..self.items.len()).map(|index| K::from_index(index as u32))
    }

    /// Iterates over the items, in order.
    pub fn values(&self) -> std::slice::Iter<'_, V> {
        self.items.iter()
    }
}

impl<K: Entity, V> std::ops::Index<K> for Arena<K, V> {
    type Output = V;
    #[inline]
    fn index(&self, key: K) -> &V {
        &self.items[key.index()]
    }
}

impl<K: Entity, V> std::ops::IndexMut<K> for Arena<K, V> {
    #[inline]
    fn index_mut(&mut self, key: K) -> &mut V {
        &mut self.items[key.index()]
    }
}
