"""Compiling: modules, options, includes, diagnostics."""

import concurrent.futures
import pathlib
import pickle
import struct
import subprocess
import sys
import tempfile
import unittest

import nvc

DOUBLE = """#version 460
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() { words[gl_GlobalInvocationID.x] *= 2u; }
"""

ASSEMBLY = "!!NVcp5.0\nGROUP_SIZE 32;\nEND\n"

WRONG = """#version 460
layout(local_size_x = 32) in;
void main() { uint x = y; int z = 1.5; }
"""


class Modules(unittest.TestCase):
    def test_a_module_has_spirv_reflection_and_text(self):
        module = nvc.compile(DOUBLE, filename="double.comp")
        self.assertEqual(struct.unpack_from("<I", module.spirv)[0], 0x07230203)
        self.assertEqual(module.words[0], 0x07230203)
        self.assertEqual(len(module.words) * 4, len(bytes(module)))
        self.assertEqual(module.reflection["resources"][0]["name"], "Words")
        self.assertEqual(module.reflection["workgroup_size"], [32, 1, 1])
        self.assertEqual(module.dependencies, ["double.comp"])
        self.assertEqual((module.diagnostics, module.messages), ((), ""))
        self.assertIn("OpEntryPoint GLCompute", module.disassemble())
        self.assertIn("@compute", module.emit("wgsl"))
        self.assertIn("module legal", module.emit("ir"))
        self.assertEqual(repr(module), f"<nvc.Module 'double.comp', {len(module.spirv)} bytes>")

    def test_the_language_is_detected(self):
        for source in (ASSEMBLY, ASSEMBLY.encode(), b"\x01\x00\xff" + ASSEMBLY.encode() + b"\x00"):
            self.assertEqual(nvc.compile(source).reflection["language"], "nvasm")
        self.assertEqual(nvc.compile(bytearray(DOUBLE, "ascii")).reflection["language"], "glsl")
        self.assertEqual(nvc.compile(DOUBLE, lang="glsl").spirv, nvc.compile(DOUBLE).spirv)

    def test_options_have_the_names_of_the_command(self):
        version = lambda **options: nvc.compile(DOUBLE, **options).words[1]
        self.assertEqual(version(target_env="vulkan1.1"), 0x10300)
        self.assertEqual(version(target_env="vulkan1.0", target_spv="spv1.0"), 0x10000)
        self.assertLess(len(nvc.compile(DOUBLE, opt_level="s").spirv), len(nvc.compile(DOUBLE, debug=True).spirv))
        bound = nvc.compile(DOUBLE, bind=["storage=3:10", "image=4"]).reflection["resources"][0]
        self.assertEqual((bound["set"], bound["binding"]), (3, 10))
        self.assertIn("workarounds", nvc.option_names())
        self.assertNotIn("emit", nvc.option_names())

    def test_macros_specialization_and_group_size(self):
        source = """#version 460
        layout(constant_id = 3) const uint N = 1;
        #ifdef FAST
        layout(std430, binding = 0) buffer Words { uint words[SIZE]; };
        void main() { words[N] = 1; }
        #endif
        """
        module = nvc.compile(
            source, defines={"FAST": None, "SIZE": 8}, local_size=(4, 2), spec={"N": 5}, freeze_spec=True
        )
        self.assertEqual(module.reflection["workgroup_size"], [4, 2, 1])
        self.assertEqual(module.reflection["resources"][0]["bytes"], 32)
        self.assertEqual(module.reflection["specialization_constants"], [])
        self.assertEqual(nvc.compile(source, defines=["FAST", "SIZE=8"], local_size=4).reflection["workgroup_size"], [4, 1, 1])
        self.assertEqual(nvc.check(source, defines={"FAST": True, "SIZE": 8})[0].code, "W1401")

    def test_files_and_includes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            (path / "inc").mkdir()
            (path / "inc" / "size.glsl").write_text("#define SIZE 64\n")
            (path / "main.comp").write_text(
                '#version 460\n#include "inc/size.glsl"\nlayout(local_size_x = SIZE) in;\nvoid main() {}\n'
            )
            module = nvc.compile_file(path / "main.comp")
            self.assertEqual(module.reflection["workgroup_size"], [64, 1, 1])
            self.assertEqual([pathlib.Path(name).name for name in module.dependencies], ["main.comp", "size.glsl"])
            source = (path / "main.comp").read_text()
            # Without include folders, `#include` reads no file.
            self.assertEqual({d.severity for d in nvc.check(source, filename=str(path / "main.comp"))}, {"error"})
            self.assertEqual(nvc.compile(source, include_dirs=[path]).spirv, module.spirv)
            with self.assertRaises(FileNotFoundError):
                nvc.compile_file(path / "none.comp")


class Diagnostics(unittest.TestCase):
    def test_an_error_has_the_report_and_the_diagnostics(self):
        with self.assertRaises(nvc.Error) as raised:
            nvc.compile(WRONG, filename="wrong.comp")
        error = raised.exception
        self.assertEqual(
            str(error).splitlines()[:5],
            [
                "error[N0201]: `y` is not declared",
                " --> wrong.comp:3:24",
                "  |",
                "3 | void main() { uint x = y; int z = 1.5; }",
                "  |                        ^",
            ],
        )
        first, second = error.diagnostics
        self.assertEqual((first.severity, first.code, first.file), ("error", "N0201", "wrong.comp"))
        self.assertEqual((first.line, first.column, first.end_line, first.end_column), (3, 24, 3, 25))
        self.assertEqual(str(first), "wrong.comp:3:24: error[N0201]: `y` is not declared")
        self.assertIn("int", second.help)
        self.assertEqual(nvc.check(WRONG, filename="wrong.comp"), [first, second])
        self.assertEqual(type(error).__module__ + "." + type(error).__qualname__, "nvc.Error")
        copy = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(copy), copy.diagnostics), (str(error), error.diagnostics))

    def test_warnings_are_of_the_module(self):
        source = "#version 460\nvoid main() {}\n"
        (warning,) = nvc.compile(source).diagnostics
        self.assertEqual((warning.severity, warning.name), ("warning", "missing-local-size"))
        self.assertIn("warning[W1401]", nvc.compile(source).messages)
        self.assertEqual(nvc.compile(source, warnings="no-missing-local-size").diagnostics, ())
        with self.assertRaises(nvc.Error):
            nvc.compile(source, warnings=["error"])

    def test_arguments_are_checked(self):
        for error, message, call in [
            (TypeError, "no option is named `target-envs`; did you mean `target-env`?", lambda: nvc.compile("", target_envs="")),
            (ValueError, "`target-env`: expected one of vulkan1.0,", lambda: nvc.compile("", target_env="vulkan2")),
            (ValueError, "`local-size`: expected sizes of at least 1", lambda: nvc.compile("", local_size=0)),
            (TypeError, "`emit` is not an option of nvc.compile", lambda: nvc.compile("", emit="wgsl")),
            (TypeError, "a source is str or bytes, not int", lambda: nvc.compile(1)),
            (TypeError, "include_dirs is a list of folders", lambda: nvc.compile("", include_dirs="inc")),
            (TypeError, "defines is a mapping", lambda: nvc.compile("", defines="A=1")),
            (ValueError, "`emit`: expected one of", lambda: nvc.compile(ASSEMBLY).emit("pdf")),
            (ValueError, "Module.spirv", lambda: nvc.compile(ASSEMBLY).emit("spirv")),
        ]:
            with self.subTest(message), self.assertRaises(error) as raised:
                call()
            self.assertIn(message, str(raised.exception))

    def test_strange_sources_are_errors(self):
        for source in ("", "\0", b"\xff\xfe\xfd", "void", "(" * 10000, "#version 460\n" + "{" * 5000):
            with self.subTest(source[:20]), self.assertRaises(nvc.Error) as raised:
                nvc.compile(source)
            self.assertNotIn("N0901", str(raised.exception))


class Process(unittest.TestCase):
    def test_threads_compile_at_the_same_time(self):
        expected = nvc.compile(DOUBLE).spirv

        def work(number):
            if number % 3 == 0:
                return nvc.check(WRONG)[0].code
            return nvc.compile(DOUBLE, filename=f"{number}.comp", debug=False).spirv

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            for number, result in enumerate(pool.map(work, range(200))):
                self.assertEqual(result, "N0201" if number % 3 == 0 else expected)

    def test_compiling_imports_no_numpy(self):
        program = f"import sys, nvc; nvc.compile({DOUBLE!r}); sys.exit('numpy' in sys.modules)"
        subprocess.run([sys.executable, "-c", program], check=True)

    def test_the_version_is_that_of_the_package(self):
        from importlib.metadata import version

        self.assertEqual(nvc.version, version("nvc"))
        self.assertEqual(nvc.__version__, nvc.version)


if __name__ == "__main__":
    unittest.main()
