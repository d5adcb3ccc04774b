//! Parses a page of the book into fenced blocks.

use std::ops::Range;

/// The kind of a fenced block, determined by its info string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `console`: commands after `$ `, each followed by its output.
    Transcript,
    /// `LANGUAGE file=NAME`: a file in the current folder of the following commands.
    File(String),
    /// Any other info string.
    Other(String),
}

/// A fenced block.
#[derive(Clone, Debug)]
pub struct Block {
    /// 1-based number of the line with the opening fence.
    pub line: usize,
    /// Kind of the block.
    pub kind: Kind,
    /// The block's lines, as indices into those of the page.
    pub body: Range<usize>,
}

/// A parsed page.
#[derive(Debug)]
pub struct Page {
    /// Path from the root of the workspace.
    pub path: String,
    /// All lines of the page.
    pub lines: Vec<String>,
    /// Fenced blocks, in order.
    pub blocks: Vec<Block>,
    /// Errors in the fences, with their line numbers.
    pub faults: Vec<(usize, String)>,
}

/// A command of a transcript.
#[derive(Clone, Debug)]
pub struct Command {
    /// 1-based line number on the page.
    pub line: usize,
    /// Shell command, including continuation lines and here-documents.
    pub text: String,
    /// The expected output, as indices into the lines of the page.
    pub output: Range<usize>,
}

impl Page {
    /// Parses a page.
    pub fn parse(path: &str, text: &str) -> Page {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut page = Page { path: path.to_owned(), lines, blocks: Vec::new(), faults: Vec::new() };
        let mut open: Option<(usize, Kind)> = None;
        for (index, line) in page.lines.iter().enumerate() {
            let mut fault = |message: &str| page.faults.push((index + 1, message.to_owned()));
            let info = line.strip_prefix("```");
            match (info, open.take()) {
                (Some(""), Some((start, kind))) => {
                    page.blocks.push(Block { line: start + 1, kind, body: start + 1..index });
                }
                (Some(info), None) => open = Some((index, kind(info))),
                (_, Some(block)) => open = Some(block),
                (None, None) if ["```", "~~~"].iter().any(|fence| line.trim_start().starts_with(fence)) => {
                    fault("a fence is three backticks at the start of a line");
                }
                (None, None) if line.trim_start().starts_with("$ ") => {
                    fault("a command must be in a `console` block");
                }
                (None, None) => {}
            }
        }
        if let Some((start, _)) = open {
            page.faults.push((start + 1, "the fence is not closed".to_owned()));
        }
        page
    }

    /// Returns a range of lines as text, with a final line break.
    pub fn text(&self, range: Range<usize>) -> String {
        self.lines[range].iter().map(|line| format!("{line}\n")).collect()
    }

    /// Returns the commands of a transcript. Text before the first command is an error.
    pub fn commands(&self, block: &Block) -> Result<Vec<Command>, String> {
        let mut commands: Vec<Command> = Vec::new();
        let mut at = block.body.start;
        while at < block.body.end {
            let start = at;
            at += 1;
            let Some(first) = self.lines[start].strip_prefix("$ ") else {
                let command = commands.last_mut();
                command.ok_or("a transcript must start with `$ ` and a command")?.output.end = at;
                continue;
            };
            let mut text = first.to_owned();
            while at < block.body.end && text.ends_with('\\') {
                text = format!("{text}\n{}", self.lines[at]);
                at += 1;
            }
            if let Some(delimiter) = here_document(&text) {
                let end = (at..block.body.end).find(|&line| self.lines[line] == delimiter);
                let end = end.ok_or_else(|| format!("the here-document is not ended by `{delimiter}`"))?;
                text = format!("{text}\n{}", self.text(at..end + 1).trim_end());
                at = end + 1;
            }
            commands.push(Command { line: start + 1, text, output: at..at });
        }
        Ok(commands)
    }
}

fn kind(info: &str) -> Kind {
    let file = info.split_once(' ').and_then(|(_, rest)| rest.strip_prefix("file="));
    match (info, file) {
        ("console", _) => Kind::Transcript,
        (_, Some(name)) => Kind::File(name.to_owned()),
        _ => Kind::Other(info.to_owned()),
    }
}

/// Returns the delimiter of a command's here-document, which must be written as `<<'WORD'`.
fn here_document(command: &str) -> Option<String> {
    let (_, rest) = command.split_once("<<'")?;
    Some(rest.split_once('\'')?.0.to_owned())
}
