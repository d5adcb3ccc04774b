//! Trigonometric, exponential, common and geometric functions (GLSL §8.1, §8.2, §8.3, §8.5).

use super::prelude::*;
use naga::MathFunction as M;

const INTEGER_MIX: Needs = Needs::version(450, 310, &["GL_EXT_shader_integer_mix"]);

functions! { TRIGONOMETRY:
    [FLOAT; NOTHING] {
        genT radians(genT) = Math(M::Radians);
        genT degrees(genT) = Math(M::Degrees);
        genT sin(genT) = Math(M::Sin);
        genT cos(genT) = Math(M::Cos);
        genT tan(genT) = Math(M::Tan);
        genT asin(genT) = Math(M::Asin);
        genT acos(genT) = Math(M::Acos);
        genT atan(genT, genT) = Math(M::Atan2);
        genT atan(genT) = Math(M::Atan);
        genT sinh(genT) = Math(M::Sinh);
        genT cosh(genT) = Math(M::Cosh);
        genT tanh(genT) = Math(M::Tanh);
        genT asinh(genT) = Math(M::Asinh);
        genT acosh(genT) = Math(M::Acosh);
        genT atanh(genT) = Math(M::Atanh);
    }
}

functions! { EXPONENTIAL:
    [FLOAT; NOTHING] {
        genT pow(genT, genT) = Math(M::Pow);
        genT exp(genT) = Math(M::Exp);
        genT log(genT) = Math(M::Log);
        genT exp2(genT) = Math(M::Exp2);
        genT log2(genT) = Math(M::Log2);
    }
    [FLOATS; NOTHING] {
        genT sqrt(genT) = Math(M::Sqrt);
        genT inversesqrt(genT) = Math(M::InverseSqrt);
    }
}

functions! { COMMON:
    [FLOATS; NOTHING] {
        genT abs(genT) = Math(M::Abs);
        genT sign(genT) = Math(M::Sign);
        genT floor(genT) = Math(M::Floor);
        genT trunc(genT) = Math(M::Trunc);
        genT round(genT) = Math(M::Round);
        genT roundEven(genT) = Math(M::Round);
        genT ceil(genT) = Math(M::Ceil);
        genT fract(genT) = Math(M::Fract);
        genT mod(genT, genT) = Arithmetic(A::Modulo);
        vecT mod(vecT, T) = Arithmetic(A::Modulo);
        genT modf(genT, out genT) = Math(M::Modf);
        genT min(genT, genT) = Math(M::Min);
        vecT min(vecT, T) = Math(M::Min);
        genT max(genT, genT) = Math(M::Max);
        vecT max(vecT, T) = Math(M::Max);
        genT clamp(genT, genT, genT) = Math(M::Clamp);
        vecT clamp(vecT, T, T) = Math(M::Clamp);
        genT mix(genT, genT, genT) = Math(M::Mix);
        vecT mix(vecT, vecT, T) = Math(M::Mix);
        genT mix(genT, genT, genBType) = Arithmetic(A::Select);
        genT step(genT, genT) = Math(M::Step);
        vecT step(T, vecT) = Math(M::Step);
        genT smoothstep(genT, genT, genT) = Math(M::SmoothStep);
        vecT smoothstep(T, T, vecT) = Math(M::SmoothStep);
        genBType isnan(genT) = Relational(R::IsNan);
        genBType isinf(genT) = Relational(R::IsInf);
    }
    [SIGNED; NOTHING] {
        genT abs(genT) = Math(M::Abs);
        genT sign(genT) = Math(M::Sign);
    }
    [INTEGERS; NOTHING] {
        genT min(genT, genT) = Math(M::Min);
        vecT min(vecT, T) = Math(M::Min);
        genT max(genT, genT) = Math(M::Max);
        vecT max(vecT, T) = Math(M::Max);
        genT clamp(genT, genT, genT) = Math(M::Clamp);
        vecT clamp(vecT, T, T) = Math(M::Clamp);
    }
    [INTEGERS; INTEGER_MIX] {
        genT mix(genT, genT, genBType) = Arithmetic(A::Select);
    }
    [BOOL; INTEGER_MIX] {
        genT mix(genT, genT, genBType) = Arithmetic(A::Select);
    }
    [FLOATS; GPU_SHADER5] {
        genT fma(genT, genT, genT) = Math(M::Fma);
    }
    [FLOATS; GPU_SHADER5_ES310] {
        genT frexp(genT, out genIType) = Math(M::Frexp);
        genT ldexp(genT, genIType) = Math(M::Ldexp);
    }
    [&[with(scalar::F16, HALF)]; GPU_SHADER5_ES310] {
        genT frexp(genT, out genSigned) = Math(M::Frexp);
    }
}

const BFLOAT16: Needs = Needs::extensions(&["GL_EXT_bfloat16"]);

functions! { GEOMETRIC:
    [&[with(scalar::BF16, BFLOAT16)]; NOTHING] {
        T dot(genT, genT) = Math(M::Dot);
    }
    [FLOATS; NOTHING] {
        T length(genT) = Math(M::Length);
        T distance(genT, genT) = Math(M::Distance);
        T dot(genT, genT) = Math(M::Dot);
        vec3T cross(vec3T, vec3T) = Math(M::Cross);
        genT normalize(genT) = Math(M::Normalize);
        genT faceforward(genT, genT, genT) = Math(M::FaceForward);
        genT reflect(genT, genT) = Math(M::Reflect);
        genT refract(genT, genT, T) = Math(M::Refract);
    }
}
