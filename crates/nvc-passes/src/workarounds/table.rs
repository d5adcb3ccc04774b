//! The table of workarounds, with the driver, fault, trigger, rewrite and cost of each.
// tidy: table

/// The vendor of the driver that a workaround is for. Each group is also a name in lists of [`super::Workarounds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Group {
    /// NVIDIA's Vulkan driver.
    Nvidia,
    /// Mesa's drivers.
    Mesa,
}

impl Group {
    /// All groups.
    pub const ALL: [Group; 2] = [Group::Nvidia, Group::Mesa];

    /// The name of the group in a list of workarounds.
    pub fn name(self) -> &'static str {
        match self {
            Group::Nvidia => "nvidia",
            Group::Mesa => "mesa",
        }
    }
}

/// The description of a workaround. The strings are phrases for the reference page.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Row {
    /// The name of the workaround on the command line, and of its reproducer's folder.
    pub id: &'static str,
    /// The vendor of the driver with the fault.
    pub group: Group,
    /// The driver and the versions in which the fault was observed.
    pub driver: &'static str,
    /// The wrong behaviour.
    pub fault: &'static str,
    /// The code pattern that triggers the fault, and that is rewritten.
    pub trigger: &'static str,
    /// The code that replaces the pattern.
    pub rewrite: &'static str,
    /// The maximum number of instructions that the rewrite adds per occurrence, for scalars.
    pub cost: u32,
    /// Whether the driver crashes or rejects the pipeline, instead of miscompiling it.
    pub crash: bool,
    /// Whether the fault is observed only in modules that are compiled without optimisation.
    pub unoptimised: bool,
    /// Whether the rewritten code is right only on a driver that executes the invocations of a subgroup in lock step, as the
    /// driver does that has the fault. Such a workaround is only in the set of its group.
    pub lockstep: bool,
}

impl Row {
    /// The maximum cost of a workaround that is in the default set because it is cheap.
    pub const CHEAP: u32 = 2;

    /// Whether the workaround is in the default set: it is right on any device, and it is cheap or prevents a crash.
    pub const fn is_default(&self) -> bool {
        !self.lockstep && (self.cost <= Row::CHEAP || self.crash)
    }

    /// The folder of the reproducer, relative to the root of the project.
    pub fn reproducer(&self) -> String {
        format!("testdata/workarounds/{}", self.id)
    }
}

macro_rules! workarounds {
    ($($name:ident $id:literal $group:ident $driver:literal, cost $cost:literal $($flag:ident)* {
        fault: $fault:literal
        trigger: $trigger:literal
        rewrite: $rewrite:literal
    })*) => {
        /// A rewrite that avoids a driver bug.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Workaround {
            $(#[doc = $fault] $name,)*
        }

        impl Workaround {
            /// All workarounds, in the order of the table.
            pub const ALL: &[Workaround] = &[$(Workaround::$name,)*];
        }

        const ROWS: &[Row] = &[$(workarounds!(@flags Row {
            id: $id,
            group: Group::$group,
            driver: $driver,
            fault: $fault,
            trigger: $trigger,
            rewrite: $rewrite,
            cost: $cost,
            crash: false,
            unoptimised: false,
            lockstep: false,
        }, $($flag)*),)*];
    };
    (@flags $row:expr, ) => { $row };
    (@flags $row:expr, crash) => { Row { crash: true, ..$row } };
    (@flags $row:expr, unoptimised) => { Row { unoptimised: true, ..$row } };
    (@flags $row:expr, lockstep) => { Row { lockstep: true, ..$row } };
}

workarounds! {
    AbsSign "abs-sign" Nvidia "Vulkan 580.159.04", cost 1 {
        fault: "`abs(x)` is assumed to be nonnegative: shifts and comparisons of the result are wrong for `INT_MIN`"
        trigger: "absolute value of a signed integer"
        rewrite: "`max(-x, x)`"
    }
    MinMaxNegated "min-max-negated" Nvidia "Vulkan and OpenGL 580.159.04", cost 0 {
        fault: "`min(min(x, -y), z)` loses the sign of `y`; `max` too"
        trigger: "signed minimum or maximum with only the second operand negated"
        rewrite: "the negated operand first"
    }
    MinMaxNegatedBoth "min-max-negated-both" Nvidia "Vulkan and OpenGL 580.159.04", cost 3 {
        fault: "like `min-max-negated`, but with both operands negated"
        trigger: "signed minimum or maximum of two negated numbers"
        rewrite: "`~max(x - 1, y - 1)` for `min(-x, -y)`, and the reverse"
    }
    I64Shift31 "i64-shift-31" Nvidia "Vulkan 580.159.04", cost 8 {
        fault: "`x << 31` and `x * 2^31` of a sign-extended word are negated"
        trigger: "64-bit shift by 31 or product by 2^31"
        rewrite: "32-bit shifts of the two words"
    }
    UniformBitField "uniform-bit-field" Nvidia "Vulkan and OpenGL 580.159.04", cost 8 {
        fault: "a bit field of a uniform value is extracted with the offset and width of the warp's first invocation"
        trigger: "32-bit bit field extraction with an offset or width that is not constant"
        rewrite: "shifts and a mask"
    }
    I64Truncation "i64-truncation" Nvidia "Vulkan 580.159.04", cost 2 unoptimised {
        fault: "the lowest bit of a truncated 64-bit integer is lost in a program with `f64` conversions"
        trigger: "truncation of a 64-bit integer, only with `-O0`"
        rewrite: "the low word of a cast to two words"
    }
    I64QuotientSum "i64-quotient-sum" Nvidia "Vulkan 580.159.04", cost 12 {
        fault: "two 64-bit quotients or remainders swap their words if a constant is added to one of them"
        trigger: "64-bit sum, difference or negation in a module with two 64-bit divisions, or one in a loop"
        rewrite: "32-bit sums with a carry"
    }
    I64QuotientProduct "i64-quotient-product" Nvidia "Vulkan 580.159.04", cost 1 {
        fault: "a 64-bit quotient of `x * (y & 1)` is wrong"
        trigger: "64-bit product by a single bit in a module with a 64-bit division"
        rewrite: "`x & -(y & 1)`"
    }
    ThreeWayCompare "three-way-compare" Nvidia "Vulkan 580.159.04", cost 4 crash {
        fault: "a comparison with the results -1, 0 and 1 makes pipeline creation fail"
        trigger: "three-way comparison in a module with a 64-bit division"
        rewrite: "`(x < y ? -1 : 0) ^ (x > y ? 1 : 0)`"
    }
    BitFieldSign "bit-field-sign" Nvidia "Vulkan and OpenGL 580.159.04", cost 1 {
        fault: "a sign-extended byte or half of a word is treated as signed by unsigned conversion to float and unsigned division"
        trigger: "signed 8- or 16-bit field at a byte boundary, in a module with such a conversion or division"
        rewrite: "a shift left and an arithmetic shift right"
    }
    BitCountSign "bit-count-sign" Nvidia "Vulkan 580.159.04", cost 2 {
        fault: "`bitCount` of a zero-extended byte or half counts 24 or 16 bits too many"
        trigger: "zero extension from 8 or 16 bits in a module that counts bits and has `f64` or 64-bit division"
        rewrite: "a bit field extraction after the extension"
    }
    SelectIndexZero "select-index-zero" Nvidia "Vulkan 580.159.04", cost 1 {
        fault: "a local array's element 0 is accessed for every index that is selected between 0 and another constant"
        trigger: "index of a local array, selected between 0 and another constant, in a module with `f64` or 64-bit division"
        rewrite: "a padding element before the first; index arithmetic moves into the select"
    }
    BoolPhi "bool-phi" Nvidia "Vulkan 580.159.04", cost 3 crash {
        fault: "an `OpPhi` of bools crashes the driver's compiler"
        trigger: "bool that a loop carries unchanged, or that a switch case passes to the next by fall-through"
        rewrite: "an integer, 1 or 0"
    }
    ImageR64i "image-r64i" Nvidia "Vulkan 580.159.04", cost 0 {
        fault: "a store through an `R64i` variable is not seen by a load through an `R64ui` one, though both are `Aliased`"
        trigger: "`LOADIM`, `STOREIM` or `ATOMIM` of type `S64`"
        rewrite: "all 64-bit accesses to an image share one `R64ui` variable"
    }
    NonwritableStruct "nonwritable-struct" Nvidia "Vulkan 580.159.04", cost 0 {
        fault: "`NonWritable` of one buffer applies to all buffers of its struct type: loads move past stores"
        trigger: "read-only storage buffer that shares its struct type with a buffer that is written"
        rewrite: "a struct type of its own"
    }
    NonreadableStruct "nonreadable-struct" Nvidia "Vulkan 580.159.04", cost 0 {
        fault: "`NonReadable` of one buffer applies to all buffers of its struct type: loads return 0"
        trigger: "write-only storage buffer"
        rewrite: "`NonReadable` is omitted"
    }
    SextOrder "sext-order" Mesa "lavapipe 22.3.6, LLVM 15", cost 3 {
        fault: "a sign-extended word compares as greater than any constant that fits a word"
        trigger: "sign extension from 32 to 64 bits that is compared, selected or passed to a block; with `-O0`, any"
        rewrite: "the word and its sign, cast to 64 bits"
    }
    UnpackHalfConstant "unpack-half-constant" Mesa "lavapipe 22.3.6, LLVM 15", cost 5 {
        fault: "`unpackHalf2x16` of a constant returns 0 for the high half"
        trigger: "`unpackHalf2x16` of a constant; with `-O0`, any"
        rewrite: "the low half of the word, and of the word shifted right by 16"
    }
    HalfVectorCast "half-vector-cast" Mesa "lavapipe 22.3.6, LLVM 15", cost 9 {
        fault: "a cast of constant halves to an integer drops the last one"
        trigger: "cast of four halves to 64 bits, or of two constant halves to 32 bits"
        rewrite: "casts of pairs, folded if they are constant"
    }
    SubgroupBarrier "subgroup-barrier" Mesa "lavapipe 26.2.6", cost 0 lockstep {
        fault: "an invocation ends at a subgroup barrier that another subgroup of the work group does not execute"
        trigger: "control barrier of a subgroup"
        rewrite: "a memory barrier"
    }
}

impl Workaround {
    /// The workaround's row of the table.
    pub const fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The name of the workaround on the command line.
    pub fn id(self) -> &'static str {
        self.row().id
    }
}
