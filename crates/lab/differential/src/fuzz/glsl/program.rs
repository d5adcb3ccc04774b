//! Generates whole shaders: declarations, functions, and `main`, which ends with an epilogue that stores a hash
//! of its variables.

use super::Case;
use super::types::{ALL, COMPONENTS, Function, Ty, Variable};
use crate::fuzz::Rng;

/// A program under construction.
pub(super) struct Generator {
    pub(super) rng: Rng,
    /// Variables in scope.
    pub(super) scope: Vec<Variable>,
    pub(super) functions: Vec<Function>,
    /// Whether control flow is uniform at this point.
    pub(super) uniform: bool,
    /// Whether `break` and `continue` are allowed at this point.
    pub(super) may_jump: bool,
    /// Whether the code belongs to a function other than `main`.
    pub(super) in_function: bool,
    /// Number of open blocks.
    pub(super) nesting: usize,
    /// Number of names generated so far.
    next: usize,
    text: String,
}

/// Declarations that every shader contains.
const HEAD: &str = "\
layout(local_size_x = 64) in;
layout(binding = 0, std430) readonly buffer Words { uint words[64]; };
layout(binding = 1, std430) writeonly buffer Results { uint results[]; };
layout(binding = 2, std430) buffer Common { uint common_words[6]; };
layout(binding = 0, std140) uniform State { uvec4 state[8]; };
shared uint shared_words[64];
uint lane;
uint table[8];
";

/// Minimum and maximum number of statements in `main`.
const STATEMENTS: (usize, usize) = (8, 28);

/// Generates a random program with its inputs.
pub fn generate(seed: u64) -> Case {
    generate_from(Rng::new(seed), seed)
}

/// Generates a program. The bytes determine the choices that otherwise depend on the seed.
pub fn from_choices(bytes: &[u8]) -> Case {
    generate_from(Rng::of_choices(bytes), 0)
}

fn generate_from(rng: Rng, seed: u64) -> Case {
    let mut generator = Generator {
        rng,
        scope: Vec::new(),
        functions: Vec::new(),
        uniform: false,
        may_jump: false,
        in_function: true,
        nesting: 0,
        next: 0,
        text: String::new(),
    };
    for _ in 0..generator.rng.below(4) {
        generator.function();
    }
    generator.main();
    let text = format!(
        "#version 450\n// seed {seed}\n#extension GL_ARB_gpu_shader_int64 : require\n\
         #extension GL_NV_shader_thread_shuffle : require\n{HEAD}{}",
        generator.text
    );
    Case { seed, text, inputs: generator.rng.next_u64() }
}

impl Generator {
    /// Appends lines, indented.
    pub(super) fn line(&mut self, text: &str) {
        for line in text.lines() {
            self.text.push_str(&"    ".repeat(self.nesting));
            self.text.push_str(line);
            self.text.push('\n');
        }
    }

    /// Returns an unused name.
    pub(super) fn fresh(&mut self, prefix: &str) -> String {
        self.next += 1;
        format!("{prefix}{}", self.next)
    }

    /// Adds a variable to the scope.
    pub(super) fn add_to_scope(&mut self, name: &str, ty: Ty, writable: bool) {
        self.scope.push(Variable { name: name.to_owned(), ty, writable });
    }

    /// Returns the names of the variables in scope that satisfy `fits`.
    pub(super) fn variables(&self, fits: impl Fn(&Variable) -> bool) -> Vec<String> {
        self.scope.iter().filter(|v| fits(v)).map(|v| v.name.clone()).collect()
    }

    /// Returns a random writable variable that satisfies `fits`.
    pub(super) fn target(&mut self, fits: impl Fn(&Variable) -> bool) -> Option<(String, Ty)> {
        let known: Vec<&Variable> = self.scope.iter().filter(|v| v.writable && fits(v)).collect();
        if known.is_empty() {
            return None;
        }
        let picked = known[self.rng.below(known.len())];
        Some((picked.name.clone(), picked.ty))
    }

    /// Generates a function, which may call the functions before it.
    fn function(&mut self) {
        let name = self.fresh("f");
        let result = *self.rng.pick(ALL);
        let mut parameters = Vec::new();
        let mut declared = Vec::new();
        for _ in 0..1 + self.rng.below(3) {
            let (ty, changes) = (*self.rng.pick(ALL), self.rng.chance(30));
            let parameter = self.fresh("p");
            declared.push(format!("{}{} {parameter}", if changes { "inout " } else { "" }, ty.name()));
            self.add_to_scope(&parameter, ty, true);
            parameters.push((ty, changes));
        }
        self.line(&format!("{} {name}({}) {{", result.name(), declared.join(", ")));
        // Functions read globals but write only their parameters and locals. If they wrote globals, results
        // would depend on the order in which an expression evaluates its calls.
        self.nesting += 1;
        for _ in 0..1 + self.rng.below(3) {
            self.declare();
        }
        if self.rng.chance(40) {
            let condition = self.expression(Ty::Bool, 2);
            let early = self.expression(result, 2);
            self.line(&format!("if ({condition}) return {early};"));
        }
        for assignment in self.inout_assignments(&parameters) {
            self.line(&assignment);
        }
        let value = self.expression(result, 3);
        self.line(&format!("return {value};"));
        self.nesting -= 1;
        self.line("}");
        self.scope.clear();
        self.functions.push(Function { name, result, parameters });
    }

    /// Returns an assignment to each `inout` parameter.
    fn inout_assignments(&mut self, parameters: &[(Ty, bool)]) -> Vec<String> {
        let changed: Vec<(String, Ty)> = self.scope[..parameters.len()]
            .iter()
            .zip(parameters)
            .filter(|(_, (_, changes))| *changes)
            .map(|(v, _)| (v.name.clone(), v.ty))
            .collect();
        let assignment = |(name, ty): (String, Ty)| {
            let value = self.expression(ty, 2);
            format!("{name} = {value};")
        };
        changed.into_iter().map(assignment).collect()
    }

    fn main(&mut self) {
        self.in_function = false;
        self.uniform = true;
        self.line("void main() {");
        self.nesting = 1;
        self.line("lane = gl_LocalInvocationIndex;");
        self.line("for (int i = 0; i < 8; i++) table[i] = words[i * 7 + 3] ^ lane;");
        self.add_to_scope("lane", Ty::Uint, false);
        self.line("uint w = words[lane] + gl_WorkGroupID.x;\nint s = int(w) >> 7;");
        self.add_to_scope("w", Ty::Uint, true);
        self.add_to_scope("s", Ty::Int, true);
        self.line("uvec4 u = state[lane & 7u] + uvec4(w);\nivec3 k = ivec3(u.zyx);");
        self.add_to_scope("u", Ty::UVec(4), true);
        self.add_to_scope("k", Ty::IVec(3), true);
        self.line("bool b = (w & 1u) != 0u;\nuint64_t q = uint64_t(w) * 0x123456789UL;");
        self.add_to_scope("b", Ty::Bool, true);
        self.add_to_scope("q", Ty::Uint64, true);
        self.nesting = 0;
        let (fewest, most) = STATEMENTS;
        let statements = fewest + self.rng.below(most - fewest + 1);
        let outer = self.scope.len();
        self.nesting = 0;
        self.block_in_place(statements);
        self.nesting = 1;
        self.epilogue();
        self.scope.truncate(outer);
        self.nesting = 0;
        self.line("}");
    }

    /// Stores a hash of the array `table` and of all variables in scope, and the values of `w`, `s` and `u.x`.
    fn epilogue(&mut self) {
        self.line("uint fold = 17u;");
        for variable in self.scope.clone() {
            let Variable { name, ty, .. } = variable;
            let words: Vec<String> = match ty {
                Ty::Bool => vec![format!("({name} ? 3u : 5u)")],
                Ty::Int64 | Ty::Uint64 => {
                    vec![format!("uint({name})"), format!("uint(uint64_t({name}) >> 32)")]
                }
                Ty::Int | Ty::Uint => vec![format!("uint({name})")],
                vector => {
                    let component = |n: usize| format!("uint({name}.{})", COMPONENTS[n]);
                    (0..vector.components()).map(component).collect()
                }
            };
            for word in words {
                self.line(&format!("fold = fold * 31u + {word};"));
            }
        }
        self.line("for (int i = 0; i < 8; i++) fold = fold * 31u + table[i];");
        self.line("uint at = gl_GlobalInvocationID.x * 4u;");
        self.line("results[at] = fold;\nresults[at + 1u] = w;\nresults[at + 2u] = uint(s);\nresults[at + 3u] = u.x;");
    }

    /// Generates statements whose variables stay in scope.
    fn block_in_place(&mut self, statements: usize) {
        self.nesting += 1;
        for _ in 0..statements {
            self.statement();
        }
        self.nesting -= 1;
    }
}
