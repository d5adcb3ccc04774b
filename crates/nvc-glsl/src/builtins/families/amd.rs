//! Functions of AMD's extensions: GL_AMD_shader_trinary_minmax, GL_AMD_shader_ballot, GL_AMD_gcn_shader,
//! GL_AMD_shader_fragment_mask.

use super::prelude::*;
use SubgroupForm as Form;
use SubgroupFunction as S;
use naga::{CollectiveOperation as C, SubgroupOperation as Op};
use nvc_ir::imm::Scope;

const TRINARY: Needs = Needs::extensions(&["GL_AMD_shader_trinary_minmax"]);
const BALLOT: Needs = Needs::extensions(&["GL_AMD_shader_ballot"]);
const GCN: Needs = Needs::extensions(&["GL_AMD_gcn_shader"]);

const NUMBERS: &[Choice] = &[
    free(scalar::F32),
    free(scalar::I32),
    free(scalar::U32),
    with(scalar::F64, DOUBLE),
    with(scalar::I64, INT64),
    with(scalar::U64, INT64),
    with(scalar::F16, HALF),
    with(scalar::I16, INT16),
    with(scalar::U16, INT16),
];

const ALL: Form = Form::All(C::Reduce);
const INCLUSIVE: Form = Form::All(C::InclusiveScan);
const EXCLUSIVE: Form = Form::All(C::ExclusiveScan);

functions! { TRINARY_MINMAX:
    [NUMBERS; TRINARY] {
        genT min3(genT, genT, genT) = Arithmetic(A::Min3);
        genT max3(genT, genT, genT) = Arithmetic(A::Max3);
        genT mid3(genT, genT, genT) = Arithmetic(A::Mid3);
    }
}

// The specification allows only the `NonUniform` variants in divergent control flow. nvc allows all of these functions
// there, so both variants have the same operation.
functions! { AMD_BALLOT:
    [NUMBERS; BALLOT] {
        genT minInvocationsAMD(genT) = Subgroup(S::Arithmetic(Op::Min, ALL));
        genT maxInvocationsAMD(genT) = Subgroup(S::Arithmetic(Op::Max, ALL));
        genT addInvocationsAMD(genT) = Subgroup(S::Arithmetic(Op::Add, ALL));
        genT minInvocationsInclusiveScanAMD(genT) = Subgroup(S::Arithmetic(Op::Min, INCLUSIVE));
        genT maxInvocationsInclusiveScanAMD(genT) = Subgroup(S::Arithmetic(Op::Max, INCLUSIVE));
        genT addInvocationsInclusiveScanAMD(genT) = Subgroup(S::Arithmetic(Op::Add, INCLUSIVE));
        genT minInvocationsExclusiveScanAMD(genT) = Subgroup(S::Arithmetic(Op::Min, EXCLUSIVE));
        genT maxInvocationsExclusiveScanAMD(genT) = Subgroup(S::Arithmetic(Op::Max, EXCLUSIVE));
        genT addInvocationsExclusiveScanAMD(genT) = Subgroup(S::Arithmetic(Op::Add, EXCLUSIVE));
        genT minInvocationsNonUniformAMD(genT) = Subgroup(S::Arithmetic(Op::Min, ALL));
        genT maxInvocationsNonUniformAMD(genT) = Subgroup(S::Arithmetic(Op::Max, ALL));
        genT addInvocationsNonUniformAMD(genT) = Subgroup(S::Arithmetic(Op::Add, ALL));
        genT minInvocationsInclusiveScanNonUniformAMD(genT) = Subgroup(S::Arithmetic(Op::Min, INCLUSIVE));
        genT maxInvocationsInclusiveScanNonUniformAMD(genT) = Subgroup(S::Arithmetic(Op::Max, INCLUSIVE));
        genT addInvocationsInclusiveScanNonUniformAMD(genT) = Subgroup(S::Arithmetic(Op::Add, INCLUSIVE));
        genT minInvocationsExclusiveScanNonUniformAMD(genT) = Subgroup(S::Arithmetic(Op::Min, EXCLUSIVE));
        genT maxInvocationsExclusiveScanNonUniformAMD(genT) = Subgroup(S::Arithmetic(Op::Max, EXCLUSIVE));
        genT addInvocationsExclusiveScanNonUniformAMD(genT) = Subgroup(S::Arithmetic(Op::Add, EXCLUSIVE));
        genT swizzleInvocationsAMD(genT, const uvec4) = Subgroup(S::Swizzle);
        genT swizzleInvocationsMaskedAMD(genT, const uvec3) = Subgroup(S::SwizzleMasked);
        genT writeInvocationAMD(genT, genT, uint) = Subgroup(S::Write);
    }
    [NONE; BALLOT] {
        uint mbcntAMD(uint64_t) = Subgroup(S::CountBelow);
    }
    [NONE; GCN] {
        uint64_t timeAMD() = Clock(Scope::Subgroup);
    }
}

const MASK: Needs = Needs::extensions(&["GL_AMD_shader_fragment_mask"]);

/// Returns an instruction of the extended instruction set `SPV_AMD_gcn_shader`.
const fn gcn(number: u32) -> Operation {
    let name = "SPV_AMD_gcn_shader";
    Opaque(OpaqueFunction { set: Some(name), number, capability: None, extension: Some(name) })
}

/// Returns an instruction that requires the capability `FragmentMaskAMD` (5010).
const fn mask(number: u32) -> Operation {
    let extension = Some("SPV_AMD_shader_fragment_mask");
    Opaque(OpaqueFunction { set: None, number, capability: Some(5010), extension })
}

functions! { AMD_OPAQUE:
    [NONE; GCN] {
        float cubeFaceIndexAMD(vec3) = gcn(1);
        vec2 cubeFaceCoordAMD(vec3) = gcn(2);
    }
    [TEXELS; MASK] {
        uint fragmentMaskFetchAMD(gsampler2DMS, ivec2) = mask(5011);
        uint fragmentMaskFetchAMD(gsampler2DMSArray, ivec3) = mask(5011);
        gvec4 fragmentFetchAMD(gsampler2DMS, ivec2, uint) = mask(5012);
        gvec4 fragmentFetchAMD(gsampler2DMSArray, ivec3, uint) = mask(5012);
    }
}
