/**
 * Tree-sitter grammar of NVcp5.0, the assembly of NVIDIA's compute programs (NV_gpu_program4, section 2.X.2, with the
 * additions of NV_gpu_program5, NV_compute_program5 and the extensions to them).
 *
 * It describes statements, not instructions: as in nvc's own grammar (grammar/nvcp.pest), an instruction is a name with
 * modifiers and a list of operands. Only nvc's instruction table says which operands each instruction takes.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const list = (rule) => seq(rule, repeat(seq(',', rule)));

module.exports = grammar({
  name: 'nvcp5',

  extras: ($) => [/\s/, $.comment],

  // Keywords are not reserved: where the grammar expects a name, `TEMP` is a name.
  word: ($) => $.identifier,

  rules: {
    program: ($) => seq($.header, repeat($._statement), 'END'),

    header: () => '!!NVcp5.0',

    comment: () => token(seq('#', /[^\r\n]*/)),

    _statement: ($) =>
      choice(
        $.option,
        $.group_size,
        $.shared_memory,
        $.declaration,
        $.label,
        $.instruction,
      ),

    option: ($) => seq('OPTION', field('name', $.identifier), ';'),

    group_size: ($) => seq('GROUP_SIZE', $.integer, optional(seq($.integer, optional($.integer))), ';'),

    shared_memory: ($) => seq('SHARED_MEMORY', $.integer, ';'),

    label: ($) =>
      seq(
        field('name', $.identifier),
        optional(seq('SUBROUTINENUM', '(', field('number', $.integer), ')')),
        ':',
      ),

    // ---- declarations ------------------------------------------------------------------------

    declaration: ($) =>
      seq(
        repeat($.variable_modifier),
        choice(
          $._temporaries,
          $._binding,
          $._alias,
          $._subroutine_type,
          $._subroutine,
        ),
        ';',
      ),

    variable_modifier: () => choice('SHORT', 'LONG', 'INT', 'UINT', 'FLOAT'),

    _temporaries: ($) => seq(field('class', alias('TEMP', $.class)), list($.declarator)),

    _binding: ($) => seq(field('class', $.class), $._bound),

    class: () =>
      choice(
        'ATTRIB',
        'PARAM',
        'BUFFER',
        'BUFFER4',
        'CBUFFER',
        'STORAGE',
        'SHARED',
        'COUNTER',
        'TEXTURE',
        'IMAGE',
      ),

    // In the grammar of NV_shader_atomic_counters the `=` is missing.
    _bound: ($) =>
      choice(
        seq($.declarator_array, optional('='), $.list),
        seq(field('name', $.identifier), optional('='), $._initialiser),
      ),

    _alias: ($) =>
      seq(
        field('class', alias('ALIAS', $.class)),
        field('name', $.identifier),
        '=',
        field('aliased', $.identifier),
      ),

    _subroutine_type: ($) =>
      seq(
        field('class', alias('SUBROUTINETYPE', $.class)),
        field('name', $.identifier),
        '{',
        optional(list(field('label', $.identifier))),
        '}',
      ),

    _subroutine: ($) =>
      seq(field('class', alias('SUBROUTINE', $.class)), field('type', $.identifier), $._bound),

    declarator: ($) => seq(field('name', $.identifier), repeat($.array_size)),

    declarator_array: ($) => seq(field('name', $.identifier), repeat1($.array_size)),

    array_size: ($) => seq('[', optional($.integer), ']'),

    list: ($) => seq('{', list($._initialiser), '}'),

    _initialiser: ($) => choice($.vector, $._signed_number, $.path),

    // ---- instructions ------------------------------------------------------------------------

    instruction: ($) =>
      seq(
        field('mnemonic', alias($.identifier, $.mnemonic)),
        repeat(seq('.', field('modifier', alias($.identifier, $.modifier)))),
        optional(list(field('operand', $._operand))),
        ';',
      ),

    _operand: ($) => choice($._value, $.target, $.group),

    // `R0.x (NE.x)`, `handle(D0.x)`, `offset(R0)`
    _value: ($) =>
      choice(
        $.path,
        $.call,
        $.vector,
        $._signed_number,
        $.negative,
        $.absolute,
      ),

    call: ($) => seq(field('name', $.path), field('argument', $.group), optional($.component)),

    group: ($) => seq('(', list($._value), ')'),

    negative: ($) => seq(choice('-', '+'), choice($.path, $.vector, $.absolute)),

    absolute: ($) => seq('|', choice($.path, $.vector, $._signed_number, $.negative), '|'),

    vector: ($) => prec.right(seq('{', list($._signed_number), '}', optional($.component))),

    // A variable with indices and swizzle, a binding such as `program.local[3].x`, a label, a condition.
    path: ($) => prec.right(seq($.identifier, repeat(choice($.component, $.index)))),

    component: ($) => seq('.', $.identifier),

    index: ($) =>
      seq(
        '[',
        choice(
          seq($.path, optional(seq(choice('+', '-'), $.integer))),
          seq($.integer, optional(seq('..', $.integer))),
        ),
        ']',
      ),

    target: () => choice('1D', '2D', '3D', '2DMS'),

    // ---- tokens --------------------------------------------------------------------------------

    _signed_number: ($) => choice($.integer, $.float, $.signed),

    signed: ($) => seq(choice('-', '+'), choice($.integer, $.float)),

    identifier: () => /[A-Za-z_$][A-Za-z0-9_$]*/,

    integer: () => /0x[0-9A-Fa-f]+|[0-9]+/,

    // The dot of `0.` is part of the number. The first dot of `0..3` is not, because the parser expects `..` there.
    float: ($) =>
      choice(
        /[0-9]+\.[0-9]+([eE][+-]?[0-9]+)?/,
        /\.[0-9]+([eE][+-]?[0-9]+)?/,
        /[0-9]+\.?[eE][+-]?[0-9]+/,
        seq(alias($.integer, 'integer'), token.immediate('.')),
      ),
  },
});
