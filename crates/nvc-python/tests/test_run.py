"""Running: results compared with NumPy, names, types, traces, limits."""

import concurrent.futures
import os
import subprocess
import sys
import time
import unittest

import numpy as np

import nvc

DOUBLE = """#version 460
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() { words[gl_GlobalInvocationID.x] *= 2u; }
"""

SUM = """#version 460
#extension GL_NV_shader_thread_shuffle : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer Input { float x[]; };
layout(std430, binding = 1) writeonly buffer Sums { float sums[]; };
void main() {
    float sum = x[gl_GlobalInvocationID.x];
    for (uint mask = 16u; mask > 0u; mask >>= 1) { sum += shuffleXorNV(sum, mask, 32u); }
    if (gl_LocalInvocationID.x == 0u) { sums[gl_WorkGroupID.x] = sum; }
}
"""


class Buffers(unittest.TestCase):
    def test_a_reduction_is_that_of_numpy(self):
        x = np.random.default_rng(1).integers(0, 1000, 32 * 7).astype(np.float32)
        results = nvc.run(SUM, {"Input": x, "Sums": np.zeros(7, np.float32)}, groups=7)
        np.testing.assert_array_equal(results["Sums"], x.reshape(7, 32).sum(axis=1))
        np.testing.assert_array_equal(results["Input"], x)
        self.assertGreater(results.steps, 7 * 5)

    def test_results_are_copies_of_the_same_form(self):
        words = np.arange(64, dtype=np.uint32).reshape(8, 8)
        for given in (words, words.view(np.int32), words.T, words.astype(">u4"), words[::-1]):
            before = given.copy()
            result = nvc.run(DOUBLE, {"Words": given}, groups=2)["Words"]
            np.testing.assert_array_equal(given, before)
            np.testing.assert_array_equal(result, before * 2)
            self.assertEqual((result.dtype, result.shape), (given.dtype, given.shape))
            self.assertTrue(result.flags.writeable)

    def test_bytes_and_lists(self):
        result = nvc.run(DOUBLE, {"Words": bytes([1, 0, 0, 0]) * 32})["Words"]
        self.assertEqual(result, bytes([2, 0, 0, 0]) * 32)
        result = nvc.run(DOUBLE, {"storage[0]": list(range(32))})["storage[0]"]
        self.assertEqual((result.dtype, result[31]), (np.uint32, 62))

    def test_types_of_numpy_and_the_shader(self):
        for glsl, dtype in [("int", "i4"), ("float", "f4"), ("double", "f8"), ("uint64_t", "u8"), ("float16_t", "f2"), ("uint8_t", "u1")]:
            source = f"""#version 460
            #extension GL_EXT_shader_explicit_arithmetic_types : require
            layout(local_size_x = 4) in;
            layout(std430, binding = 0) buffer B {{ {glsl} b[]; }};
            void main() {{ b[gl_LocalInvocationIndex] += {glsl}(1); }}
            """
            for given in (np.arange(4, dtype=dtype), [0, 1, 2, 3]):
                result = nvc.run(source, {"B": given})["B"]
                np.testing.assert_array_equal(result, np.arange(1, 5, dtype=dtype), glsl)
            if glsl != "uint8_t":
                with self.assertRaisesRegex(TypeError, r"write \.astype\(numpy\."):
                    nvc.run(source, {"B": np.zeros(8, "f4" if dtype != "f4" else "f8")})

    def test_structs_are_structured_arrays(self):
        source = """#version 460
        layout(local_size_x = 4) in;
        struct Particle { vec3 position; float mass; uint id; };
        layout(std430, binding = 0) buffer B { Particle all[]; } particles;
        void main() {
            particles.all[gl_LocalInvocationIndex].position += particles.all[gl_LocalInvocationIndex].mass;
            particles.all[gl_LocalInvocationIndex].id = gl_LocalInvocationIndex;
        }
        """
        offsets = {"names": ["position", "mass", "id"], "formats": ["3f4", "f4", "u4"], "offsets": [0, 12, 16], "itemsize": 32}
        given = np.zeros(4, np.dtype(offsets))
        given["mass"] = [1, 2, 3, 4]
        result = nvc.run(source, {"particles": given})["particles"]
        np.testing.assert_array_equal(result["position"][:, 2], [1, 2, 3, 4])
        np.testing.assert_array_equal(result["id"], range(4))

    def test_padded_vectors_must_be_padded(self):
        source = """#version 460
        layout(local_size_x = 2) in;
        layout(std430, binding = 0) buffer B { vec3 b[]; };
        void main() { b[gl_LocalInvocationIndex].z = 7.0; }
        """
        result = nvc.run(source, {"B": np.zeros((2, 4), np.float32)})["B"]
        np.testing.assert_array_equal(result, [[0, 0, 7, 0]] * 2)
        with self.assertRaisesRegex(ValueError, "pad the rows to 4 elements"):
            nvc.run(source, {"B": np.zeros((2, 3), np.float32)})

    def test_what_is_wrong_is_refused(self):
        module = nvc.compile(SUM)
        x, sums = np.zeros(32, np.float32), np.zeros(1, np.float32)
        for error, message, call in [
            (ValueError, "the program uses `Sums`, a buffer, which is not given", lambda: nvc.run(module, {"Input": x})),
            (ValueError, "no resource or parameter named `Sum`; it uses `Input`, `Sums`", lambda: nvc.run(module, {"Input": x, "Sum": sums.tobytes()})),
            (TypeError, "`Input` has elements of type f32 in the shader, but the array has the dtype int64", lambda: module.run({"Input": np.arange(32)})),
            (TypeError, "`Input`: an array of objects has no bytes", lambda: module.run({"Input": np.array([None])})),
            (TypeError, "`Input`: str is not an array, a list or bytes", lambda: module.run({"Input": "x"})),
            (TypeError, "buffers is a mapping from names to values, not list", lambda: module.run([x, sums])),
            (ValueError, "no resource or parameter named `Sum`; it uses `Input`, `Sums`", lambda: module.run({"Sum": [0]})),
            (ValueError, "groups is one to three numbers", lambda: module.run({"Input": x, "Sums": sums}, groups=(1, 1, 1, 1))),
            (ValueError, "groups is a number from 0 to 4294967295, not -1", lambda: module.run({"Input": x, "Sums": sums}, groups=-1)),
            (ValueError, "lanes is a number from 1 to 32, not 33", lambda: module.run({"Input": x, "Sums": sums}, lanes=33)),
            (TypeError, "the shader is compiled already; debug has no effect", lambda: module.run({"Input": x, "Sums": sums}, debug=True)),
            (ValueError, "cannot trace invocation 32", lambda: module.run({"Input": x, "Sums": sums}, trace=32)),
            (ValueError, "cannot trace work group 1,0,0", lambda: module.run({"Input": x, "Sums": sums}, trace=(1, 0))),
            (ValueError, "no image or texture named `Input`", lambda: module.run({"Sums": sums}, images={"Input": x})),
        ]:
            with self.subTest(message), self.assertRaises(error) as raised:
                call()
            self.assertIn(message, str(raised.exception))
        with self.assertRaisesRegex(ValueError, "`B` needs 16 bytes, 4 given"):
            nvc.run(
                "#version 460\nlayout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer B { vec4 b; };\nvoid main() { b = vec4(1); }",
                {"B": np.zeros(1, np.float32)},
            )


class Parameters(unittest.TestCase):
    SOURCE = """#version 460
    layout(local_size_x = 1) in;
    struct Pair { int first; float second; };
    layout(push_constant) uniform P { float scale; uint flags[2]; mat2x3 m; Pair pair; bool on; };
    layout(std430, binding = 0) buffer Out { float values[8]; };
    void main() {
        values = float[8](scale, float(flags[1]), m[0][2], m[1][0], float(pair.first), pair.second, on ? 1.0 : 0.0, 0.0);
    }
    """

    def run_with(self, **changes):
        parameters = {
            "scale": 2.5,
            "flags": np.array([1, 9], np.uint16),
            "m": [[1, 2], [3, 4], [5, 6]],
            "pair": {"first": -3, "second": np.float32(0.5)},
            "on": True,
        }
        parameters.update(changes)
        return nvc.run(self.SOURCE, {"Out": np.zeros(8, np.float32)}, parameters=parameters)["Out"].tolist()

    def test_values_by_type(self):
        expected = [2.5, 9, 5, 2, -3, 0.5, 1, 0]
        self.assertEqual(self.run_with(), expected)
        self.assertEqual(self.run_with(m=np.array([[1, 2], [3, 4], [5, 6]])), expected)
        # A flat list is in memory order: column by column.
        self.assertEqual(self.run_with(m=[1, 3, 5, 2, 4, 6]), expected)

    def test_wrong_values(self):
        for message, changes in [
            ("`flags`: the type has 2 scalars, 1 given", {"flags": 1}),
            ("`flags`: -1 is not a value of type u32", {"flags": [0, -1]}),
            ("`flags`: 1.5 is not a value of type u32", {"flags": [0, 1.5]}),
            ("`m`: the matrix has 3 rows of 2 numbers", {"m": [[1, 2, 3], [4, 5, 6]]}),
            ("`pair`: the struct Pair needs a value for second", {"pair": {"first": 1}}),
            ("`pair`: the struct Pair has no member third", {"pair": {"first": 1, "second": 1, "third": 1}}),
            ("no resource or parameter named `other`", {"other": 1}),
        ]:
            with self.subTest(message), self.assertRaises(ValueError) as raised:
                self.run_with(**changes)
            self.assertIn(message, str(raised.exception))
        with self.assertRaisesRegex(TypeError, "`scale`: 'x' is not a number"):
            self.run_with(scale="x")
        with self.assertRaisesRegex(ValueError, "the program uses `scale`, a parameter, which is not given"):
            nvc.run(self.SOURCE, {"Out": np.zeros(8, np.float32)})

    def test_specialization_and_group_size(self):
        source = """#version 460
        #extension GL_ARB_compute_variable_group_size : require
        layout(local_size_variable) in;
        layout(constant_id = 3) const uint OFFSET = 1;
        layout(constant_id = 4) const bool TWICE = false;
        layout(std430, binding = 0) buffer B { uint b[]; };
        void main() { b[gl_GlobalInvocationID.x] = (OFFSET + gl_LocalGroupSizeARB.x) * (TWICE ? 2u : 1u); }
        """
        module = nvc.compile(source)
        for shader in (source, module):
            result = nvc.run(shader, {"B": np.zeros(8, np.uint32)}, groups=2, local_size=4, spec={"OFFSET": 10, 4: True})
            self.assertEqual(result["B"].tolist(), [28] * 8)
        self.assertEqual(module.run({"B": np.zeros(1, np.uint32)})["B"].tolist(), [2])
        with self.assertRaises(nvc.Error):
            module.run({"B": np.zeros(1, np.uint32)}, spec={"NONE": 1})

    def test_addresses(self):
        source = """#version 460
        #extension GL_EXT_buffer_reference : require
        layout(local_size_x = 4) in;
        layout(buffer_reference, std430) buffer Words { uint words[]; };
        layout(push_constant) uniform P { Words from; Words to; };
        void main() { to.words[3u - gl_LocalInvocationIndex] = from.words[gl_LocalInvocationIndex]; }
        """
        buffers = {"memory[0]": np.arange(4, dtype=np.uint32), "memory[1]": np.zeros(4, np.uint32)}
        results = nvc.run(source, buffers, parameters={"from": nvc.address(), "to": nvc.address(1)})
        self.assertEqual(results["memory[1]"].tolist(), [3, 2, 1, 0])

    def test_assembly(self):
        listing = """!!NVcp5.0
        OPTION NV_shader_storage_buffer;
        GROUP_SIZE 4;
        STORAGE words[] = { program.storage[2] };
        TEMP r, at;
        SHL.U at.x, invocation.localindex, 2;
        LDB.U32 r.x, words[at.x];
        ADD.U r.x, r.x, program.local[0].x;
        STB.U32 r, words[at.x];
        END
        """
        for name in ("words", "storage[2]"):
            result = nvc.run(listing, {name: np.arange(4, dtype=np.uint32)}, parameters={"program.local[0]": [5, 0, 0, 0]})
            self.assertEqual(result[name].tolist(), [5, 6, 7, 8])


class Images(unittest.TestCase):
    def test_textures_and_images(self):
        source = """#version 460
        layout(local_size_x = 4, local_size_y = 2) in;
        layout(binding = 0) uniform sampler2D source;
        layout(binding = 1, rgba8) uniform writeonly image2D target;
        void main() {
            ivec2 at = ivec2(gl_LocalInvocationID.xy);
            imageStore(target, at, texture(source, (vec2(at) + 0.5) / vec2(4.0, 2.0)));
        }
        """
        texels = np.random.default_rng(1).integers(0, 256, (2, 4, 4)).astype(np.uint8)
        blank = np.zeros_like(texels)
        for texture in (texels, nvc.Texture(texels, filter="linear", wrap="repeat")):
            results = nvc.run(source, images={"target": blank}, textures={"source": texture})
            np.testing.assert_array_equal(results["target"], texels)
        with self.assertRaisesRegex(ValueError, "the filter must be one of nearest, linear"):
            nvc.run(source, images={"target": blank}, textures={"source": nvc.Texture(texels, filter="cubic")})
        with self.assertRaisesRegex(ValueError, r"\(height, width\) or \(height, width, channels\)"):
            nvc.run(source, images={"target": np.zeros(4, np.uint8)}, textures={"source": texels})
        with self.assertRaisesRegex(TypeError, "3 channels of the dtype uint8 do not form"):
            nvc.run(source, images={"target": blank[..., :3]}, textures={"source": texels})

    def test_separate_samplers(self):
        source = """#version 460
        layout(local_size_x = 1) in;
        layout(binding = 0) uniform texture2D image;
        layout(binding = 1) uniform sampler how;
        layout(std430, binding = 2) buffer Out { float value; };
        void main() { value = texture(sampler2D(image, how), vec2(0.5)).x; }
        """
        image = np.array([[0, 1], [2, 3]], np.float32)
        for sampler, expected in [(nvc.Sampler(), 3), (nvc.Sampler("linear"), 1.5)]:
            given = {"textures": {"image": image}, "samplers": {"how": sampler}}
            self.assertEqual(nvc.run(source, {"Out": [0]}, **given)["Out"].tolist(), [expected])
        with self.assertRaisesRegex(ValueError, "the program uses `how`, a sampler, which is not given"):
            nvc.run(source, {"Out": [0]}, textures={"image": image})

    def test_integers_and_layers(self):
        source = """#version 460
        layout(local_size_x = 3) in;
        layout(binding = 0, r32ui) uniform uimage2DArray target;
        void main() { imageStore(target, ivec3(1, 0, gl_LocalInvocationID.x), uvec4(gl_LocalInvocationID.x + 1u)); }
        """
        result = nvc.run(source, images={"target": np.zeros((3, 1, 2), np.uint32)})["target"]
        self.assertEqual(result.tolist(), [[[0, 1]], [[0, 2]], [[0, 3]]])


class Interpreter(unittest.TestCase):
    def test_a_trace_shows_the_lanes_of_a_warp(self):
        x = np.arange(64, dtype=np.float32)
        results = nvc.run(SUM, {"Input": x, "Sums": np.zeros(2, np.float32)}, groups=2, trace=((1, 0, 0), 3))
        trace = results.trace
        self.assertTrue(trace.complete and all(step.file == "<source>" for step in trace if step.line))
        sums = [step for step in trace if step.operation == "fadd"]
        self.assertEqual([step.line for step in sums], [8] * 5)
        lanes = x[32:]
        for step, mask in zip(sums, (16, 8, 4, 2, 1)):
            lanes = lanes + lanes[np.arange(32) ^ mask]
            self.assertEqual(step.result.lanes, tuple(lanes.tolist()))
            self.assertEqual(step.active, (True,) * 32)
        shuffles = [step for step in trace if step.sources is not None]
        self.assertEqual([step.sources[5] for step in shuffles], [5 ^ mask for mask in (16, 8, 4, 2, 1)])
        last = [step for step in trace if any(step.active)][-1]
        self.assertEqual(last.active, (True,) + (False,) * 31)
        self.assertEqual(last.operands[-1].lanes[1:], (None,) * 31)
        cut = nvc.run(SUM, {"Input": x, "Sums": np.zeros(2, np.float32)}, trace=0, trace_limit=3).trace
        self.assertEqual((len(cut), cut.complete), (3, False))
        self.assertIsNone(nvc.run(DOUBLE, {"Words": [0] * 32}).trace)

    def test_messages_and_findings(self):
        source = """#version 460
        #extension GL_EXT_debug_printf : require
        layout(local_size_x = 2) in;
        layout(std430, binding = 0) buffer B { uint b[]; };
        void main() { b[0] = gl_LocalInvocationIndex; debugPrintfEXT("lane %u", gl_LocalInvocationIndex); }
        """
        results = nvc.run(source, {"B": [0]}, check=True, filename="race.comp")
        self.assertEqual(results.messages, ["lane 0", "lane 1"])
        self.assertEqual({(d.file, d.line) for d in results.findings}, {("race.comp", 5)})
        self.assertEqual(nvc.run(source, {"B": [0]}).findings, [])

    def test_a_run_that_does_not_end_is_an_error(self):
        source = """#version 460
        layout(local_size_x = 1) in;
        layout(std430, binding = 0) volatile buffer B { uint b[]; };
        void main() { while (b[0] == 0u) {} }
        """
        with self.assertRaises(nvc.Error) as raised:
            nvc.run(source, {"B": [0]}, steps=10_000, filename="endless.comp")
        self.assertEqual(raised.exception.diagnostics[0].code, "N0801")
        self.assertIn("endless.comp:4", str(raised.exception))

    def test_threads_run_at_the_same_time(self):
        module = nvc.compile(DOUBLE)

        def work(number):
            return nvc.run(module, {"Words": np.full(64, number, np.uint32)}, groups=2)["Words"]

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            for number, result in enumerate(pool.map(work, range(100))):
                np.testing.assert_array_equal(result, np.full(64, 2 * number))

    def test_the_interpreter_lock_is_released(self):
        source = """#version 460
        layout(local_size_x = 32) in;
        layout(std430, binding = 0) buffer B { uint b[]; };
        void main() { uint x = b[0]; for (uint i = 0u; i < 200000u; i++) { x = x * 1664525u + 1013904223u; } b[0] = x; }
        """
        module = nvc.compile(source)
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            future = pool.submit(module.run, {"B": [1]})
            ticks = 0
            while not future.done():
                time.sleep(0.001)
                ticks += 1
            future.result()
        # If the call held the interpreter lock, this thread would hardly have run.
        self.assertGreater(ticks, 3)

    def test_bytes_need_no_numpy(self):
        program = f"import sys, nvc; sys.modules['numpy'] = None; print(nvc.run({DOUBLE!r}, {{'Words': bytes(128)}})['Words'] == bytes(128))"
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=os.environ)
        self.assertEqual(ran.stdout, "True\n")
        program = program.replace("bytes(128)})", "[0] * 32})")
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        self.assertIn("install numpy, or give bytes", ran.stderr)


if __name__ == "__main__":
    unittest.main()
