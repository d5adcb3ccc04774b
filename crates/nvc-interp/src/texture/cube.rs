//! Cube map addressing (Vulkan, "Cube Map Face Selection").

/// Returns the face that a direction points to, and the coordinates on it, in [0, 1].
pub(super) fn face([x, y, z]: [f64; 3]) -> (i64, [f64; 2]) {
    let (ax, ay, az) = (x.abs(), y.abs(), z.abs());
    // If two magnitudes are equal, the later axis is selected.
    let (face, sc, tc, ma) = if az >= ax && az >= ay {
        if z >= 0.0 { (4, x, -y, az) } else { (5, -x, -y, az) }
    } else if ay >= ax {
        if y >= 0.0 { (2, x, z, ay) } else { (3, x, -z, ay) }
    } else if x >= 0.0 {
        (0, -z, -y, ax)
    } else {
        (1, z, -y, ax)
    };
    let on_face = |c: f64| if ma == 0.0 { 0.5 } else { 0.5 * (c / ma + 1.0) };
    (face, [on_face(sc), on_face(tc)])
}

/// Returns the direction of a point on a face. The point may be beyond the edges of the face.
fn direction(face: i64, [s, t]: [f64; 2]) -> [f64; 3] {
    let (sc, tc) = (2.0 * s - 1.0, 2.0 * t - 1.0);
    match face {
        0 => [1.0, -tc, -sc],
        1 => [-1.0, -tc, sc],
        2 => [sc, 1.0, tc],
        3 => [sc, -1.0, -tc],
        4 => [sc, -tc, 1.0],
        _ => [-sc, -tc, -1.0],
    }
}

/// Maps a texel beyond the edge of a face to the adjacent face, for seamless filtering.
pub(super) fn across(face: i64, [x, y]: [i64; 2], size: i64) -> (i64, [i64; 2]) {
    let inside = |n: i64| (0..size).contains(&n);
    if inside(x) && inside(y) {
        return (face, [x, y]);
    }
    // There is no texel beyond a corner; use the nearest one.
    let y = if inside(x) { y } else { y.clamp(0, size - 1) };
    let center = |n: i64| (n as f64 + 0.5) / size as f64;
    let (other, point) = self::face(direction(face, [center(x), center(y)]));
    let texel = |c: f64| ((c * size as f64).floor() as i64).clamp(0, size - 1);
    (other, point.map(texel))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_and_directions_agree() {
        for n in 0..6 {
            for point in [[0.25, 0.5], [0.75, 0.125]] {
                assert_eq!(face(direction(n, point)), (n, point));
            }
        }
    }

    #[test]
    fn edges_map_to_adjacent_faces() {
        // The left neighbor of +Z is the right edge of -X.
        assert_eq!(across(4, [-1, 2], 4), (1, [3, 2]));
        assert_eq!(across(4, [1, 2], 4), (4, [1, 2]));
    }
}
