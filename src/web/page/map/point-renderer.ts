import type { MapCamera, MapPoints } from "./map-geometry.js";

/** The points of a map. */
export interface DrawnPoints {
  readonly points: MapPoints;
  /** Four bytes for each point: red, green, blue and opacity. */
  readonly colours: Uint8Array;
}

/** Draws points on a canvas, of which the size may change. */
export interface PointRenderer {
  readonly setPoints: (drawn: DrawnPoints) => void;
  /** @param diameter of a point, pixels of the canvas */
  readonly draw: (camera: MapCamera, diameter: number) => void;
  readonly close: () => void;
}

/** Returns a renderer on the graphics processor; on the main one where the browser has no WebGL. */
export function openPointRenderer(canvas: HTMLCanvasElement): PointRenderer | null {
  return openWebglPoints(canvas) ?? openPlainPoints(canvas);
}

/** Up to this number, points are drawn as discs, which take longer than squares. */
const MAX_DISCS = 10_000;

/** Draws points one after the other: 100,000 take a twentieth of a second. */
function openPlainPoints(canvas: HTMLCanvasElement): PointRenderer | null {
  const context = canvas.getContext("2d");
  if (!context) return null;
  let drawn: DrawnPoints = { points: new Float32Array(), colours: new Uint8Array() };
  return {
    setPoints: (given) => {
      drawn = given;
    },
    draw: ({ x, y, zoom }, diameter) => {
      const { points, colours } = drawn;
      const { width, height } = canvas;
      context.clearRect(0, 0, width, height);
      for (let index = 0; 2 * index < points.length; index += 1) {
        const left = (((points[2 * index] ?? NaN) - x) * zoom + 0.5) * width;
        const top = (0.5 - ((points[2 * index + 1] ?? NaN) - y) * zoom) * height;
        const isShown = left >= 0 && left <= width && top >= 0 && top <= height;
        if (!isShown) continue;
        const [red = 0, green = 0, blue = 0, opacity = 0] = colours.subarray(4 * index);
        context.fillStyle = `rgba(${String(red)},${String(green)},${String(blue)},${String(opacity / 255)})`;
        if (2 * MAX_DISCS < points.length) {
          context.fillRect(left - diameter / 2, top - diameter / 2, diameter, diameter);
          continue;
        }
        context.beginPath();
        context.arc(left, top, diameter / 2, 0, 2 * Math.PI);
        context.fill();
      }
    },
    close: () => undefined,
  };
}

const VERTEX = `#version 300 es
uniform vec3 camera;
uniform float diameter;
layout(location = 0) in vec2 point;
layout(location = 1) in vec4 colour;
out vec4 shade;
void main() {
  vec2 place = (point - camera.xy) * camera.z * 2.0;
  gl_Position = vec4(place, 0.0, 1.0);
  gl_PointSize = diameter;
  shade = colour;
}`;

const FRAGMENT = `#version 300 es
precision highp float;
uniform float diameter;
in vec4 shade;
out vec4 result;
void main() {
  float distance = length(gl_PointCoord - 0.5) * diameter;
  float opacity = shade.a * clamp(0.5 * diameter - distance + 0.5, 0.0, 1.0);
  result = vec4(shade.rgb * opacity, opacity);
}`;

/** Where a point without a value is kept: far outside, since not every processor knows `NaN`. */
const NOWHERE = 1e6;

/** Draws points on the graphics processor; `null` where the browser has no WebGL 2. */
function openWebglPoints(canvas: HTMLCanvasElement): PointRenderer | null {
  const gl = canvas.getContext("webgl2", { alpha: true, antialias: false });
  if (!gl) return null;
  const program = programOf(gl);
  if (!program) return null;
  const [points, colours] = [gl.createBuffer(), gl.createBuffer()];
  let count = 0;
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, points);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  gl.bindBuffer(gl.ARRAY_BUFFER, colours);
  gl.enableVertexAttribArray(1);
  gl.vertexAttribPointer(1, 4, gl.UNSIGNED_BYTE, true, 0, 0);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  const cameraAt = gl.getUniformLocation(program, "camera");
  const diameterAt = gl.getUniformLocation(program, "diameter");
  return {
    setPoints: (drawn) => {
      count = drawn.points.length / 2;
      const placed = drawn.points.map((at) => (Number.isNaN(at) ? NOWHERE : at));
      gl.bindBuffer(gl.ARRAY_BUFFER, points);
      gl.bufferData(gl.ARRAY_BUFFER, placed, gl.STATIC_DRAW);
      gl.bindBuffer(gl.ARRAY_BUFFER, colours);
      gl.bufferData(gl.ARRAY_BUFFER, drawn.colours, gl.STATIC_DRAW);
    },
    draw: ({ x, y, zoom }, diameter) => {
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.uniform3f(cameraAt, x, y, zoom);
      gl.uniform1f(diameterAt, diameter);
      gl.drawArrays(gl.POINTS, 0, count);
    },
    close: () => {
      gl.deleteBuffer(points);
      gl.deleteBuffer(colours);
      gl.deleteProgram(program);
    },
  };
}

function programOf(gl: WebGL2RenderingContext): WebGLProgram | null {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) return null;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  return gl.getProgramParameter(program, gl.LINK_STATUS) === true ? program : null;
}
