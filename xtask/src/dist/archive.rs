//! Writes reproducible archives: their bytes depend only on the names and contents of the files, and on the time of the
//! commit. Files are sorted, and their owner in a tar archive is user 0.

use anyhow::{Context, Result};
use flate2::write::GzEncoder;
use std::io::{Cursor, Write};
use std::path::Path;

/// A file of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Path in the archive, with `/` as separator.
    pub name: String,
    /// Content of the file, or target of the link.
    pub content: Content,
}

/// The content of an archive entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A regular file.
    File {
        /// The bytes of the file.
        bytes: Vec<u8>,
        /// Whether the file is executable.
        executable: bool,
    },
    /// A symbolic link, with its target.
    Link(String),
}

/// Name of folders whose files are executable.
const PROGRAMS: &str = "bin";

/// Returns the files below `folder`, sorted by name, as entries whose paths start with `top`. Permissions depend on the path
/// alone, because those on disk depend on the user's umask.
pub fn entries(folder: &Path, top: &str) -> Result<Vec<Entry>> {
    let mut found = Vec::new();
    collect(folder, top, false, &mut found)?;
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

fn collect(folder: &Path, prefix: &str, executable: bool, found: &mut Vec<Entry>) -> Result<()> {
    let failed = || format!("cannot archive {}", folder.display());
    for entry in std::fs::read_dir(folder).with_context(failed)? {
        let entry = entry.with_context(failed)?;
        let file = entry.file_name().into_string().ok().with_context(failed)?;
        let (path, name) = (entry.path(), format!("{prefix}/{file}"));
        let kind = entry.file_type().with_context(failed)?;
        if kind.is_dir() {
            collect(&path, &name, file == PROGRAMS, found)?;
        } else if kind.is_symlink() {
            let to = std::fs::read_link(&path).with_context(failed)?;
            let to = to.to_str().with_context(failed)?.to_owned();
            found.push(Entry { name, content: Content::Link(to) });
        } else {
            let bytes = std::fs::read(&path).with_context(failed)?;
            found.push(Entry { name, content: Content::File { bytes, executable } });
        }
    }
    Ok(())
}

/// Returns the Unix permissions of a file.
fn mode(executable: bool) -> u32 {
    if executable { 0o755 } else { 0o644 }
}

/// Returns a gzip compressor whose header contains no time, file name or operating system (RFC 1952: 255 is unknown).
fn compressor() -> GzEncoder<Vec<u8>> {
    flate2::GzBuilder::new().mtime(0).operating_system(255).write(Vec::new(), flate2::Compression::best())
}

/// Compresses bytes with gzip.
pub fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut gzip = compressor();
    gzip.write_all(bytes)?;
    gzip.finish().context("cannot compress")
}

/// Creates a tar archive, compressed with gzip. All entries have the same modification time, in seconds since 1970.
pub fn tar_gz(entries: &[Entry], time: u64) -> Result<Vec<u8>> {
    let mut tar = tar::Builder::new(compressor());
    for entry in entries {
        let mut header = tar::Header::new_gnu();
        header.set_mtime(time);
        header.set_uid(0);
        header.set_gid(0);
        match &entry.content {
            Content::File { bytes, executable } => {
                header.set_mode(mode(*executable));
                header.set_size(bytes.len() as u64);
                tar.append_data(&mut header, &entry.name, bytes.as_slice())?;
            }
            Content::Link(to) => {
                header.set_entry_type(tar::EntryType::Symlink);
                header.set_mode(0o777);
                header.set_size(0);
                tar.append_link(&mut header, &entry.name, to)?;
            }
        }
    }
    tar.into_inner()?.finish().context("cannot compress")
}

/// Creates a zip archive. Zip times have a resolution of two seconds and no time zone; UTC is used.
pub fn zip(entries: &[Entry], time: u64) -> Result<Vec<u8>> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for entry in entries {
        let options = zip::write::SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Deflated)
            .compression_level(Some(9))
            .last_modified_time(date(time)?);
        match &entry.content {
            Content::File { bytes, executable } => {
                zip.start_file(&entry.name, options.unix_permissions(mode(*executable)))?;
                zip.write_all(bytes)?;
            }
            Content::Link(to) => zip.add_symlink(&entry.name, to, options)?,
        }
    }
    Ok(zip.finish()?.into_inner())
}

/// Converts seconds since 1970 to a zip time.
fn date(time: u64) -> Result<zip::DateTime> {
    let (days, seconds) = (time / 86400, time % 86400);
    let (year, month, day) = civil(days);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let small = |number: u64| u8::try_from(number).context("not a time");
    zip::DateTime::from_date_and_time(
        u16::try_from(year).context("not a year")?,
        small(month)?,
        small(day)?,
        small(hour)?,
        small(minute)?,
        small(second)?,
    )
    .context("zip archives cannot store the time of the commit")
}

/// Converts days since 1970-01-01 to year, month and day (Gregorian calendar).
fn civil(days: u64) -> (u64, u64, u64) {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut year, mut rest) = (1970, days);
    while rest >= 365 + u64::from(leap(year)) {
        rest -= 365 + u64::from(leap(year));
        year += 1;
    }
    let mut month = 0;
    let lengths = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    while rest >= lengths[month] {
        rest -= lengths[month];
        month += 1;
    }
    (year, month as u64 + 1, rest + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    const TIME: u64 = 1_700_000_000;

    fn sample() -> Vec<Entry> {
        let file = |name: &str, bytes: &[u8], executable| Entry {
            name: name.to_owned(),
            content: Content::File { bytes: bytes.to_vec(), executable },
        };
        vec![
            file("top/bin/nvc", b"program", true),
            Entry {
                name: "top/lib/libnvc.so".to_owned(),
                content: Content::Link("libnvc.so.0.1".to_owned()),
            },
            file("top/share/doc/README.md", &b"text ".repeat(100), false),
        ]
    }

    /// Lists the entries of a tar archive: name, mode, time, owner and content.
    fn listed(bytes: &[u8]) -> Vec<(String, u32, u64, u64, Vec<u8>)> {
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(bytes));
        let mut found = Vec::new();
        for entry in archive.entries().expect("entries") {
            let mut entry = entry.expect("an entry");
            let header = entry.header();
            let (mode, time) = (header.mode().expect("mode"), header.mtime().expect("time"));
            let owner = header.uid().expect("owner");
            let name = entry.path().expect("a path").display().to_string();
            let mut content = Vec::new();
            entry.read_to_end(&mut content).expect("content");
            found.push((name, mode, time, owner, content));
        }
        found
    }

    #[test]
    fn tar_archives_are_reproducible() {
        let bytes = tar_gz(&sample(), TIME).expect("an archive");
        assert_eq!(bytes, tar_gz(&sample(), TIME).expect("an archive"));
        // RFC 1952, section 2.3.1: no flags, no time; compressed for size, unknown operating system.
        assert_eq!(bytes[..10], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
        let found = listed(&bytes);
        assert_eq!(found[0], ("top/bin/nvc".to_owned(), 0o755, TIME, 0, b"program".to_vec()));
        assert_eq!(found[1].0, "top/lib/libnvc.so");
        assert_eq!((found[2].1, found[2].4.len()), (0o644, 500));
    }

    #[test]
    fn zip_archives_contain_the_entries() {
        let bytes = zip(&sample(), TIME).expect("an archive");
        assert_eq!(bytes, zip(&sample(), TIME).expect("an archive"));
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip archive");
        assert_eq!(archive.len(), 3);
        let mut file = archive.by_name("top/bin/nvc").expect("the command");
        assert_eq!(file.unix_mode().map(|mode| mode & 0o777), Some(0o755));
        assert_eq!(file.last_modified().map(|time| (time.year(), time.hour())), Some((2023, 22)));
        let mut text = String::new();
        file.read_to_string(&mut text).expect("text");
        assert_eq!(text, "program");
    }

    #[test]
    fn entries_are_sorted_and_only_programs_are_executable() {
        let folder = sample_folder();
        let names: Vec<(String, bool)> = entries(&folder, "top")
            .expect("entries")
            .into_iter()
            .map(|entry| (entry.name, matches!(entry.content, Content::File { executable: true, .. })))
            .collect();
        std::fs::remove_dir_all(&folder).expect("removed");
        let expected = [("top/a/b", false), ("top/a.txt", false), ("top/bin/nvc", true)];
        let mut expected = expected.map(|(name, executable)| (name.to_owned(), executable));
        expected.sort();
        assert_eq!(names, expected);
    }

    fn sample_folder() -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("nvc-archive-{}", std::process::id()));
        for name in ["bin/nvc", "a/b", "a.txt"] {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, name).expect("a file");
        }
        folder
    }

    #[test]
    fn days_convert_to_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(19_782), (2024, 2, 29));
        assert_eq!(civil(19_783), (2024, 3, 1));
        assert_eq!(civil(20_088), (2024, 12, 31));
    }
}
