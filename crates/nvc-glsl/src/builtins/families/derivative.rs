//! Derivative functions (GLSL §8.14.1, GL_NV_compute_shader_derivatives, GL_KHR_compute_shader_derivatives).

use super::prelude::*;
use naga::DerivativeAxis::{Width, X, Y};
use naga::DerivativeControl::{Coarse, Fine, None as Free};

const FLOAT_32: &[Choice] = &[free(scalar::F32)];

functions! { DERIVATIVE:
    [FLOAT_32; DERIVATIVES] {
        genT dFdx(genT) = Derivative(X, Free);
        genT dFdy(genT) = Derivative(Y, Free);
        genT dFdxFine(genT) = Derivative(X, Fine);
        genT dFdyFine(genT) = Derivative(Y, Fine);
        genT dFdxCoarse(genT) = Derivative(X, Coarse);
        genT dFdyCoarse(genT) = Derivative(Y, Coarse);
        genT fwidth(genT) = Derivative(Width, Free);
        genT fwidthFine(genT) = Derivative(Width, Fine);
        genT fwidthCoarse(genT) = Derivative(Width, Coarse);
    }
}
