//! The compilation pipeline: front end, passes, back end.

use crate::type_members::{MAX_PRINTED, TypeMembers};
use crate::{Artifact, Dump, Emit, Language, OptLevel, Options, Report, Warp, Workaround, debug};
use nvc_codegen::Shader;
use nvc_diag::{Code, Diagnostic, Diagnostics, FileId, Limit, Reported, Source, SourceMap, Span};
use nvc_glsl::options::Loader;
use nvc_ir::text::print;
use nvc_ir::{BindingMap, Bound, BoundKind, Collisions, GlobalKind, Module, Phase};
use nvc_reflect::Reflection;
use nvc_spirv::{Validation, Validator};

/// Returns the names of all passes in pipeline order. `--print-after` accepts these names.
pub fn pass_names() -> Vec<&'static str> {
    nvc_passes::pipeline::passes().iter().map(|pass| pass.name).collect()
}

/// The output of a successful compilation.
pub(crate) struct Output {
    pub artifact: Artifact,
    pub reflection: Option<Box<Reflection>>,
    pub validator: Option<Validator>,
}

impl Output {
    /// Creates an output that consists of text only.
    fn text(text: String) -> Self {
        Output { artifact: Artifact::Text(text), reflection: None, validator: None }
    }
}

/// Compiles the source, linked with `others`. `report` must contain these sources in this order; diagnostics
/// and dumps are added to it. `loader` resolves includes.
pub(crate) fn compile(
    source: &Source,
    others: &[Source],
    options: &Options,
    loader: &dyn Loader,
    report: &mut Report,
) -> Result<Output, Reported> {
    if options.emit == Emit::Preprocessed {
        let mut text = String::new();
        for (file, source) in (0u32..).map(FileId::new).zip(std::iter::once(source).chain(others)) {
            text.push_str(&preprocessed(source, file, options, loader, report)?);
        }
        return Ok(Output::text(text));
    }
    let module = module(source, others, options, Phase::Legal, loader, report)?;
    emit(&module, source, options, report)
}

/// Returns the preprocessed text of a source.
fn preprocessed(
    source: &Source,
    file: FileId,
    options: &Options,
    loader: &dyn Loader,
    report: &mut Report,
) -> Result<String, Reported> {
    let diags = &mut report.diagnostics;
    match language(source, options) {
        Language::NvAsm => Err(diags.report(nothing_to_preprocess())),
        Language::Glsl => {
            let sources = &mut report.sources;
            nvc_glsl::preprocessed(sources, file, &options.glsl(), loader, diags)
        }
    }
}

fn language(source: &Source, options: &Options) -> Language {
    options.language.unwrap_or_else(|| Language::of(source))
}

/// Returns the IR module of a source, linked with `others`, after specialization: the front end's output for phase `Built`,
/// otherwise the module after the passes.
pub(crate) fn module(
    source: &Source,
    others: &[Source],
    options: &Options,
    phase: Phase,
    loader: &dyn Loader,
    report: &mut Report,
) -> Result<Module, Reported> {
    let diags = &mut report.diagnostics;
    if !others.is_empty() {
        check_linkable(std::iter::once(source).chain(others), options, diags)?;
    }
    diags.poll()?;
    let language = language(source, options);
    let mut module = match language {
        Language::NvAsm => assembly(source, options, diags)?,
        Language::Glsl => glsl(&mut report.sources, others.len(), options, loader, diags)?,
    };
    diags.poll()?;
    nvc_passes::specialise(&mut module, &options.specialization, diags)?;
    if phase > Phase::Built {
        optimise(&mut module, language, options, diags, &mut report.dumps)?;
    }
    Ok(module)
}

/// Reports sources that cannot be linked: only GLSL has compilation units.
fn check_linkable<'a>(
    sources: impl Iterator<Item = &'a Source>,
    options: &Options,
    diags: &mut Diagnostics,
) -> Result<(), Reported> {
    for (file, source) in (0u32..).map(FileId::new).zip(sources) {
        if language(source, options) != Language::Glsl {
            let at = Span::new(file, 0, 0);
            diags.report(
                Diagnostic::new(Code::N0701, at, "assembly cannot be linked")
                    .help("if the file is GLSL, pass `--lang glsl`"),
            );
        }
    }
    diags.check()
}

/// Runs the GLSL front end on the first source and the `others` sources after it.
fn glsl(
    sources: &mut SourceMap,
    others: usize,
    options: &Options,
    loader: &dyn Loader,
    diags: &mut Diagnostics,
) -> Result<Module, Reported> {
    let bindings = options.binding_map(Language::Glsl);
    let others: Vec<FileId> = (1u32..).map(FileId::new).take(others).collect();
    nvc_glsl::link(sources, FileId::new(0), &others, &options.glsl(), &bindings, loader, diags)
}

/// Runs the assembly front end. Statements with syntax errors do not prevent the checks of other statements,
/// so that one run reports as many errors as possible.
fn assembly(source: &Source, options: &Options, diags: &mut Diagnostics) -> Result<Module, Reported> {
    let resolved = nvc_asm::resolve(FileId::new(0), &source.text, diags)?;
    let lower_options = nvc_asm::LowerOptions {
        quirks: options.quirks,
        r64i_images: !options.workarounds.contains(Workaround::ImageR64i),
    };
    let module = nvc_asm::lower(&resolved, lower_options, diags)?;
    refuse_collisions(&module, &options.binding_map(Language::NvAsm), diags)?;
    Ok(module)
}

/// Reports resources of different descriptor types that a mapping assigns to the same binding, such as
/// `program.buffer[0]` and `program.storage[0]` under
/// [`BindingScheme::Vulkan`](crate::BindingScheme::Vulkan).
fn refuse_collisions(
    module: &Module,
    bindings: &BindingMap,
    diags: &mut Diagnostics,
) -> Result<(), Reported> {
    let resources = module.globals.values().filter_map(|global| {
        let (resource, kind) = match global.kind {
            GlobalKind::Bytes { resource, .. } => (resource, BoundKind::of_buffer(resource.class)?),
            GlobalKind::Units { resource, ty, .. } => (resource, BoundKind::of_image(&module.types, ty)),
            _ => return None,
        };
        let at = bindings.get(resource.class, resource.index)?;
        Some((&global.name, Bound { at, kind, explicit_set: false }))
    });
    let mut seen: Collisions<&String> = Collisions::default();
    for (name, bound) in resources {
        if let Some((first, other)) = seen.find(&bound) {
            diags.report(bound.collision(None, name, first, other));
        }
        seen.insert(bound, name);
    }
    diags.check()
}

/// Runs the passes, which bring the module to the phase that the SPIR-V back end requires.
fn optimise(
    module: &mut Module,
    language: Language,
    options: &Options,
    diags: &mut Diagnostics,
    dumps: &mut Vec<Dump>,
) -> Result<(), Reported> {
    let pass_options = nvc_passes::Options {
        target_env: options.target_env,
        bindings: options.binding_map(language),
        opt_level: options.opt_level,
        coopmat: options.coopmat,
        warp: options.warp,
        workarounds: options.workarounds,
        denied_extensions: options.denied_extensions.clone(),
        portable: options.emit.is_translated(),
        hint_loops: language == Language::NvAsm,
        verify: cfg!(debug_assertions),
    };
    nvc_passes::run(module, &pass_options, diags, &mut |pass, module| {
        if options.print_after.iter().any(|name| name == pass.name) {
            dumps.push(Dump { pass: pass.name, text: dump(module) });
        }
    })
}

/// Returns the text of a module, or a comment if its types have too many members to print them with each value.
pub fn dump(module: &Module) -> String {
    if TypeMembers::of(module).values <= MAX_PRINTED {
        print(module)
    } else {
        "; not printed, because the types of its values have too many members\n".to_owned()
    }
}

/// Writes the output. Every format, including text, requires that the back end and the validator (if
/// enabled) accept the module, since text of an invalid module would be misleading.
fn emit(
    module: &Module,
    source: &Source,
    options: &Options,
    report: &mut Report,
) -> Result<Output, Reported> {
    let language = language(source, options);
    let spirv_options = nvc_spirv::Options {
        target_env: options.target_env,
        denied_extensions: options.denied_extensions.clone(),
        allowed_extensions: options.allowed_extensions.clone(),
        intel_shuffles: options.warp == Warp::Intel,
        shared_struct_types: !options.workarounds.contains(Workaround::NonwritableStruct),
        nonreadable_buffers: !options.workarounds.contains(Workaround::NonreadableStruct),
        signed_types: options.emit.is_translated(),
        source: debug::source(&report.sources, language, options),
        debug_names: options.debug || options.opt_level != OptLevel::Size,
        text: options.emit == Emit::SpvAsm,
    };
    let diags = &mut report.diagnostics;
    diags.poll()?;
    let binary = nvc_spirv::emit(module, &spirv_options, diags)?;
    diags.poll()?;
    let mut validator = None;
    if options.validate && is_small_enough(module, &binary.words, options, diags)? {
        match nvc_spirv::validate(&binary.words, options.target_env) {
            Validation::Valid(by) => validator = Some(by),
            Validation::Invalid { message, .. } => return Err(diags.report(invalid_module(&message))),
            _ => {}
        }
    }
    let is_code = matches!(options.emit, Emit::Rust | Emit::C);
    let mut reflection = None;
    if options.reflect || is_code {
        reflection = nvc_reflect::reflect(module, &binary, options.target_env, language.name()).map(Box::new);
    }
    let artifact = match options.emit {
        Emit::Spirv => Artifact::Spirv(binary.words),
        Emit::SpvAsm => Artifact::Text(binary.text.unwrap_or_default()),
        Emit::Rust => code(nvc_codegen::rust, source, binary.words, reflection.as_deref(), diags)?,
        Emit::C => code(nvc_codegen::c, source, binary.words, reflection.as_deref(), diags)?,
        Emit::Ir | Emit::Preprocessed => {
            check_printable(module, diags)?;
            Artifact::Text(print(module))
        }
        Emit::Wgsl | Emit::Hlsl | Emit::Msl | Emit::Glsl => {
            check_printable(module, diags)?;
            let text = translated(module, &binary.words, options.emit);
            Artifact::Text(text.map_err(|finding| diags.report(*finding))?)
        }
    };
    Ok(Output { artifact, reflection, validator })
}

/// Returns whether a module is small enough to be validated. Otherwise, reports a warning.
fn is_small_enough(
    module: &Module,
    words: &[u32],
    options: &Options,
    diags: &mut Diagnostics,
) -> Result<bool, Reported> {
    let limit = options.limits.get(Limit::ValidatedWords);
    let members = TypeMembers::of(module);
    let (words, more) = (words.len() as u64, members.as_words());
    if words.saturating_add(more) <= limit {
        return Ok(true);
    }
    let mut diagnostic =
        Diagnostic::new(Code::W0602, None, format!("the module has {words} words, and is not validated"));
    if more > 0 {
        let TypeMembers { variables, values } = members;
        diagnostic = diagnostic.note(format!(
            "the types of its variables have {variables} members, and those of its values {values}, which count as {more} \
             words"
        ));
    }
    diags.add(
        diagnostic
            .note(format!("the limit `{}` is {limit}", Limit::ValidatedWords))
            .help("pass a larger `--limits validated-words=N`, or `--no-validate`"),
    );
    diags.check()?;
    Ok(false)
}

/// Checks that the text of a module stays within bounds, because each use of a type prints all of its members.
fn check_printable(module: &Module, diags: &mut Diagnostics) -> Result<(), Reported> {
    let members = TypeMembers::of(module).values;
    if members <= MAX_PRINTED {
        return Ok(());
    }
    let message = format!("the types of the program's values have {members} members, too many to print");
    let limit = format!("the limit is {MAX_PRINTED}; each use of a struct counts, with the structs in it");
    Err(diags.report(Diagnostic::new(Code::N0501, None, message).note(limit).help("emit SPIR-V instead")))
}

/// Translates the module to another shading language.
#[cfg(feature = "translate-wgsl")]
fn translated(module: &Module, words: &[u32], emit: Emit) -> Result<String, Box<Diagnostic>> {
    match crate::naga_unsupported::find(module, emit) {
        Some(finding) => Err(Box::new(finding)),
        None => crate::naga_backend::translate(words, emit),
    }
}

/// Reports that this build cannot translate to other shading languages.
#[cfg(not(feature = "translate-wgsl"))]
fn translated(_: &Module, _: &[u32], emit: Emit) -> Result<String, Box<Diagnostic>> {
    let message = format!("this build of nvc does not support {} output", emit.name());
    let help = "enable the feature `translate` of the crate `nvc`";
    Err(Box::new(Diagnostic::new(Code::N0603, None, message).help(help)))
}

/// Generates Rust or C source code that contains the module. The code is named after the source file.
fn code(
    write: fn(&Shader<'_>) -> String,
    source: &Source,
    words: Vec<u32>,
    reflection: Option<&Reflection>,
    diags: &mut Diagnostics,
) -> Result<Artifact, Reported> {
    let Some(reflection) = reflection else {
        return Err(diags.report(no_interface()));
    };
    let file = source.name.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let text = write(&Shader::new(name, file, &words, reflection));
    Ok(Artifact::Code { text, words })
}

fn no_interface() -> Diagnostic {
    Diagnostic::new(Code::N0901, None, "internal compiler error: the shader has no reflection")
        .help("this is a bug in nvc; please report it with the source file")
}

/// Returns the error for a module that the validator rejects.
pub(crate) fn invalid_module(message: &str) -> Diagnostic {
    Diagnostic::new(Code::N0901, None, "internal compiler error: the generated SPIR-V is not valid")
        .note(message)
        .help("this is a bug in nvc; please report it with the source file")
}

fn nothing_to_preprocess() -> Diagnostic {
    Diagnostic::new(Code::N0701, None, "assembly cannot be preprocessed")
        .note("`-E` runs the GLSL preprocessor")
        .help("if the file is GLSL, pass `--lang glsl`")
}
