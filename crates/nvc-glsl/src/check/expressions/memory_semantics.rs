//! Checks constant arguments of synchronization functions: the scopes and memory semantics of atomics and barriers
//! (GL_KHR_memory_scope_semantics), and cluster sizes (GL_KHR_shader_subgroup).

use crate::builtins::Operation;
use crate::builtins::operation::{AtomicFunction, ImageFunction, Semantics, SubgroupForm, SubgroupFunction};
use crate::builtins::signature::Row;
use crate::check::{Checker, ExprId};
use nvc_diag::{Code, Diagnostic};

const ACQUIRE: u64 = 0x2;
const RELEASE: u64 = 0x4;
const ACQUIRE_RELEASE: u64 = 0x8;
const MAKE_AVAILABLE: u64 = 0x2000;
const MAKE_VISIBLE: u64 = 0x4000;
const VOLATILE: u64 = 0x8000;
/// The memory orders, which are mutually exclusive.
const ORDERS: u64 = ACQUIRE | RELEASE | ACQUIRE_RELEASE;
const SEMANTICS: u64 = ORDERS | MAKE_AVAILABLE | MAKE_VISIBLE | VOLATILE;
/// `gl_StorageSemanticsBuffer`, `Shared`, `Image`, `Output`.
const STORAGE: u64 = 0x40 | 0x100 | 0x800 | 0x1000;
/// `gl_ScopeDevice` to `gl_ScopeQueueFamily`.
const SCOPES: std::ops::RangeInclusive<u64> = 1..=5;
const WORKGROUP: u64 = 2;
const SUBGROUP: u64 = 3;

/// A rule: whether it is violated, and the message.
type Rule = (bool, &'static str);

impl Checker<'_> {
    /// Checks the constant arguments of a synchronization function; accepts other calls.
    pub(super) fn check_memory_semantics(&mut self, row: &Row, args: &[ExprId]) -> bool {
        match (row.operation, args) {
            (Operation::Atomic(function, Semantics::Explicit), _)
            | (Operation::Image(ImageFunction::Atomic(function, Semantics::Explicit)), _) => {
                self.check_atomic_semantics(function, args)
            }
            (
                Operation::ControlBarrier | Operation::SplitBarrier(_),
                &[execution, memory, storage, order],
            ) => {
                self.check_execution_scope(execution)
                    && self.check_scope(memory)
                    && self.check_barrier_semantics(storage, order, false)
            }
            (Operation::MemoryBarrier, &[memory, storage, order]) => {
                self.check_scope(memory) && self.check_barrier_semantics(storage, order, true)
            }
            (Operation::Subgroup(SubgroupFunction::Arithmetic(_, SubgroupForm::Clustered)), &[_, size])
            | (Operation::Subgroup(SubgroupFunction::Rotate), &[_, _, size]) => self.check_cluster(size),
            _ => true,
        }
    }

    /// Returns the value of an argument. Reports an argument that depends on a specialization constant, because Vulkan
    /// does not allow such scopes and semantics.
    fn known_constant(&mut self, arg: ExprId) -> Option<u64> {
        let number = self.const_of(arg).and_then(|constant| self.scalar_bits(constant)).map(|(_, bits)| bits);
        if number.is_none() {
            let span = self.span(arg);
            self.error(Code::N1303, span, "the argument cannot depend on a specialization constant");
        }
        number
    }

    /// Reports the first rule that an argument violates.
    fn check_rules(&mut self, arg: ExprId, rules: &[Rule]) -> bool {
        let Some((_, message)) = rules.iter().find(|(broken, _)| *broken) else { return true };
        let span = self.span(arg);
        let diagnostic = Diagnostic::new(Code::N0308, span, *message);
        self.report(diagnostic.note("required by GL_KHR_memory_scope_semantics"));
        false
    }

    fn check_scope(&mut self, arg: ExprId) -> bool {
        let Some(scope) = self.known_constant(arg) else { return false };
        self.check_rules(
            arg,
            &[(!SCOPES.contains(&scope), "the scope is not one of the `gl_Scope...` constants")],
        )
    }

    /// Checks an execution scope. Vulkan supports control barriers only for workgroups and subgroups.
    fn check_execution_scope(&mut self, arg: ExprId) -> bool {
        let Some(scope) = self.known_constant(arg) else { return false };
        if !self.check_scope(arg) {
            return false;
        }
        if matches!(scope, WORKGROUP | SUBGROUP) {
            return true;
        }
        let span = self.span(arg);
        let message = "Vulkan does not support a control barrier of this execution scope";
        let help = "use `gl_ScopeWorkgroup` or `gl_ScopeSubgroup`";
        self.report(Diagnostic::new(Code::N0601, span, message).help(help));
        false
    }

    /// Checks the rules for all storage and memory semantics, and returns the values of both.
    fn check_semantics(&mut self, storage: ExprId, order: ExprId) -> Option<(u64, u64)> {
        let (kinds, semantics) = (self.known_constant(storage)?, self.known_constant(order)?);
        let available_without_release =
            semantics & MAKE_AVAILABLE != 0 && semantics & (RELEASE | ACQUIRE_RELEASE) == 0;
        let visible_without_acquire =
            semantics & MAKE_VISIBLE != 0 && semantics & (ACQUIRE | ACQUIRE_RELEASE) == 0;
        let fine = self.check_rules(
            storage,
            &[(kinds & !STORAGE != 0, "the storage argument has bits other than `gl_StorageSemantics...`")],
        ) && self.check_rules(
            order,
            &[
                (semantics & !SEMANTICS != 0, "the semantics argument has bits other than `gl_Semantics...`"),
                (
                    (semantics & ORDERS).count_ones() > 1,
                    "acquire, release and acquire-release are mutually exclusive",
                ),
                (
                    available_without_release,
                    "`gl_SemanticsMakeAvailable` needs `gl_SemanticsRelease` or `gl_SemanticsAcquireRelease`",
                ),
                (
                    visible_without_acquire,
                    "`gl_SemanticsMakeVisible` needs `gl_SemanticsAcquire` or `gl_SemanticsAcquireRelease`",
                ),
            ],
        );
        fine.then_some((kinds, semantics))
    }

    /// Checks the storage and memory semantics of a barrier; `memory` is set for a memory barrier.
    fn check_barrier_semantics(&mut self, storage: ExprId, order: ExprId, memory: bool) -> bool {
        let Some((kinds, semantics)) = self.check_semantics(storage, order) else { return false };
        let rules = [
            (semantics & VOLATILE != 0, "a barrier cannot have `gl_SemanticsVolatile`"),
            (
                memory && semantics & ORDERS == 0,
                "a memory barrier needs acquire, release or acquire-release semantics",
            ),
        ];
        let wanted = memory || semantics != 0;
        self.check_rules(order, &rules)
            && self.check_rules(storage, &[(wanted && kinds == 0, "the barrier has no storage semantics")])
    }

    /// Checks the scope, storage and semantics of an atomic, which are its last arguments. A compare-exchange has a second
    /// storage and semantics for a failed comparison.
    fn check_atomic_semantics(&mut self, function: AtomicFunction, args: &[ExprId]) -> bool {
        let [.., scope, storage, order] = *args else { return true };
        if function != AtomicFunction::CompareExchange {
            let (loads, stores) = (function == AtomicFunction::Load, function == AtomicFunction::Store);
            let Some((_, semantics)) = self.check_semantics(storage, order) else { return false };
            let rules = [
                (
                    loads && semantics & (RELEASE | ACQUIRE_RELEASE) != 0,
                    "a load cannot have release semantics",
                ),
                (
                    stores && semantics & (ACQUIRE | ACQUIRE_RELEASE) != 0,
                    "a store cannot have acquire semantics",
                ),
            ];
            return self.check_scope(scope) && self.check_rules(order, &rules);
        }
        let [.., scope, storage_equal, equal, storage_unequal, unequal] = *args else { return true };
        let (Some((_, a)), Some((_, b))) =
            (self.check_semantics(storage_equal, equal), self.check_semantics(storage_unequal, unequal))
        else {
            return false;
        };
        let rules = [
            (b & (RELEASE | ACQUIRE_RELEASE) != 0, "a failed compare-exchange cannot have release semantics"),
            ((a ^ b) & VOLATILE != 0, "`gl_SemanticsVolatile` must be in both semantics or in neither"),
        ];
        self.check_scope(scope) && self.check_rules(unequal, &rules)
    }

    /// Checks that a cluster size is a power of two; a specialization constant is not checked.
    fn check_cluster(&mut self, size: ExprId) -> bool {
        let number =
            self.const_of(size).and_then(|constant| self.scalar_bits(constant)).map(|(_, bits)| bits);
        if number.is_none_or(u64::is_power_of_two) {
            return true;
        }
        let span = self.span(size);
        self.error(Code::N0308, span, "the cluster size must be a power of two");
        false
    }
}
