//! Collects the debug information for `-g`: sources and their remapped file names.

use crate::{Language, Options};
use nvc_diag::SourceMap;
use nvc_spirv::debug::{Source, SourceLanguage};

/// Returns the sources for the back end, if debug information is enabled.
pub(crate) fn source(sources: &SourceMap, language: Language, options: &Options) -> Option<Source> {
    options.debug.then(|| Source {
        sources: sources.clone(),
        names: sources.files().map(|(_, source)| renamed(&source.name, &options.remap)).collect(),
        language: match language {
            Language::NvAsm => SourceLanguage::Assembly,
            Language::Glsl => {
                SourceLanguage::Glsl(sources.files().next().map_or(0, |(_, source)| version(&source.text)))
            }
        },
    })
}

/// Applies the last remapping rule whose prefix matches.
fn renamed(name: &str, rules: &[(String, String)]) -> String {
    let matching = rules.iter().rev().find_map(|(old, new)| Some((new, name.strip_prefix(old.as_str())?)));
    matching.map_or_else(|| name.to_owned(), |(new, rest)| format!("{new}{rest}"))
}

/// Returns the number in the `#version` directive, or 0 if there is none.
fn version(text: &str) -> u32 {
    let directive = text
        .lines()
        .find_map(|line| line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("version"));
    directive.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_matching_prefix_is_replaced() {
        let rules = [("src".into(), "s".into()), ("src/a/".into(), String::new())];
        assert_eq!(renamed("src/a/x.comp", &rules), "x.comp");
        assert_eq!(renamed("src/b/x.comp", &rules), "s/b/x.comp");
        assert_eq!(renamed("x.comp", &rules), "x.comp");
    }

    #[test]
    fn version_directives() {
        assert_eq!(version("// a\n # version 460 core\n"), 460);
        assert_eq!(version("void main() {}"), 0);
    }
}
