//! A hash for tables that are asked very often, of keys that nobody chooses to do harm.
//!
//! It must not know what is kept by it.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A table by that hash.
pub type Table<K, V> = HashMap<K, V, BuildHasherDefault<Hash>>;

/// A fast hash that is the same everywhere: words come from the site's authors, none is out to collide.
#[derive(Debug, Default, Clone, Copy)]
pub struct Hash(u64);

impl Hash {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x51_7c_c1_b7_27_22_0a_95);
    }
}

impl Hasher for Hash {
    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in words.by_ref() {
            self.mix(u64::from_le_bytes(word.try_into().expect("eight bytes")));
        }
        let rest = words.remainder();
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.mix(u64::from_le_bytes(last));
    }

    fn write_u128(&mut self, number: u128) {
        self.mix(number as u64);
        self.mix((number >> 64) as u64);
    }

    fn write_u8(&mut self, byte: u8) {
        self.mix(u64::from(byte));
    }

    fn finish(&self) -> u64 {
        // The table looks at the highest bits and at the lowest.
        self.0 ^ self.0 >> 32
    }
}
