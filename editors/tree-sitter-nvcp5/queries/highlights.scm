; Instructions. The grammar accepts any mnemonic and modifier; `nvc lsp` reports unknown ones.
(mnemonic) @function.builtin
((mnemonic) @keyword
  (#match? @keyword "^(IF|ELSE|ENDIF|REP|ENDREP|BRK|CONT|CAL|CALI|RET|BAR|MEMBAR)C?[01]?$"))
(modifier) @attribute

; Declarations.
(header) @keyword.directive
["OPTION" "GROUP_SIZE" "SHARED_MEMORY" "END" "SUBROUTINENUM"] @keyword
(class) @keyword
(variable_modifier) @type.qualifier
(option name: (identifier) @constant)
(declaration name: (identifier) @variable)
(declarator name: (identifier) @variable)
(declarator_array name: (identifier) @variable)
(declaration type: (identifier) @type)
(label name: (identifier) @label)

; Operands.
(path (identifier) @variable)
(path (component (identifier) @property))
((path . (identifier) @variable.builtin)
  (#any-of? @variable.builtin "invocation" "program" "state" "texture" "image"))
(call name: (path . (identifier) @function.builtin)
  (#any-of? @function.builtin "handle" "offset"))
(call argument: (group (path . (identifier) @constant.builtin))
  (#match? @constant.builtin "^(NE|EQ|GE|GT|LE|LT|TR|FL|NAN|LEG|N?CF|N?OF|N?SF|AB|BLE)[01]?$|^(NON)?RESIDENT$"))
(target) @constant.builtin

; Tokens.
[(integer) (float)] @number
(comment) @comment
["+" "-" "=" ".." "|"] @operator
["," ";" ":" "."] @punctuation.delimiter
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
