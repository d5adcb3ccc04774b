"""Runs the examples of the book's page, and the program in examples/python."""

import contextlib
import doctest
import io
import pathlib
import re
import runpy
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[3]
PAGE = ROOT / "docs" / "library-python.md"


class Book(unittest.TestCase):
    def test_the_page_prints_what_it_shows(self):
        text = PAGE.read_text(encoding="utf-8")
        # All other lines become blank, so that line numbers are those of the page.
        kept, fenced = [], False
        for line in text.splitlines():
            if line.startswith("```"):
                fenced = line == "```pycon"
                line = ""
            kept.append(line if fenced else "")
        examples = doctest.DocTestParser().get_doctest("\n".join(kept) + "\n", {}, PAGE.name, str(PAGE), 0)
        self.assertGreater(len(examples.examples), 10)
        report = io.StringIO()
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        runner.run(examples, out=report.write)
        self.assertEqual(runner.summarize(verbose=False).failed, 0, report.getvalue())

    def test_every_python_block_is_run(self):
        kinds = set(re.findall(r"^```(\w+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
        self.assertEqual(kinds, {"sh", "pycon"})

    def test_the_example_runs(self):
        program = ROOT / "examples" / "python" / "shuffle_reduction.py"
        output, old = io.StringIO(), sys.argv
        with tempfile.TemporaryDirectory() as folder:
            picture = pathlib.Path(folder) / "warp.png"
            try:
                sys.argv = [str(program), str(picture)]
                with contextlib.redirect_stdout(output):
                    runpy.run_path(str(program), run_name="__main__")
            finally:
                sys.argv = old
            said = output.getvalue()
            self.assertIn("1024 sums agree with NumPy", said)
            self.assertTrue(picture.exists() or "install matplotlib" in said)


if __name__ == "__main__":
    unittest.main()
