"""Compiler from NVIDIA shader dialects to SPIR-V, with an interpreter.

`compile` and `compile_file` turn GLSL compute shaders and ``!!NVcp5.0`` assembly into a `Module`: the SPIR-V bytes, the
reflection and the warnings. `check` only reports diagnostics. `run` runs a shader on NumPy arrays, without a GPU. A program
with errors raises `Error`.

    >>> import nvc
    >>> module = nvc.compile("#version 460\\nlayout(local_size_x = 32) in;\\nvoid main() {}\\n")
    >>> module.spirv[:4]
    b'\\x03\\x02#\\x07'
    >>> module.reflection["workgroup_size"]
    [32, 1, 1]

Nothing is global: any number of threads may compile and run at the same time, and the interpreter lock is released
meanwhile.
"""

from ._compile import Module, check, compile, compile_file, option_names
from ._diagnostics import Diagnostic, Error
from ._nvc import VERSION as version
from ._run import Results, Sampler, Texture, address, run
from ._trace import Step, Trace, Value

__version__ = version

__all__ = [
    "Diagnostic",
    "Error",
    "Module",
    "Results",
    "Sampler",
    "Step",
    "Texture",
    "Trace",
    "Value",
    "address",
    "check",
    "compile",
    "compile_file",
    "option_names",
    "run",
    "version",
]

# Messages and documentation show `nvc.NAME`, not the private module that defines the name.
for _name in __all__:
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = "nvc"
