/**
 * Draws frames of a landscape (sky, sun, ridges) as raw rgb24 to stdout, for make-media.sh.
 * Arguments: width height frames hue seed.
 */
import { once } from 'node:events';

const [width = 0, height = 0, frames = 0, hue = 0, seed = 0] = process.argv.slice(2).map(Number);

type Color = [number, number, number];

function fromHsl(degrees: number, saturation: number, lightness: number): Color {
  const h = (((degrees % 360) + 360) % 360) / 30;
  const a = saturation * Math.min(lightness, 1 - lightness);
  const channel = (n: number) => {
    const k = (n + h) % 12;
    return 255 * (lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

function mix(from: Color, to: Color, share: number): Color {
  const s = Math.max(0, Math.min(1, share));
  return [from[0] + (to[0] - from[0]) * s, from[1] + (to[1] - from[1]) * s, from[2] + (to[2] - from[2]) * s];
}

const zenith = fromHsl(hue, 0.62, 0.3);
const middle = fromHsl(hue + 38, 0.74, 0.6);
const horizon = fromHsl(hue + 66, 0.92, 0.8);
const sun = fromHsl(hue + 84, 1, 0.93);
const ridgeCount = 5;
const far = fromHsl(hue + 24, 0.5, 0.6);
const near = fromHsl(hue - 12, 0.6, 0.12);

function ridgeTop(ridge: number, x: number, drift: number): number {
  const base = 0.52 + ridge * 0.1;
  const s = seed * 1.7 + ridge * 2.3;
  const u = x * (1.4 + ridge * 0.35) + drift * (0.25 + ridge * 0.3);
  return (
    base +
    0.05 * Math.sin(u * 4.1 + s) +
    0.028 * Math.sin(u * 9.3 + s * 2.1) +
    0.012 * Math.sin(u * 21.7 + s * 3.7)
  );
}

function drawFrame(frame: number): Buffer {
  const drift = frames > 1 ? frame / frames : 0;
  const pixels = Buffer.alloc(width * height * 3);
  const unit = Math.min(width, height);
  const sunX = width * (0.34 + 0.3 * Math.abs(Math.sin(seed * 1.3)));
  const sunY = height * (0.34 - 0.09 * Math.sin(drift * Math.PI * 2));
  for (let x = 0; x < width; x++) {
    const tops = Array.from({ length: ridgeCount }, (_, r) => ridgeTop(r, x / unit, drift) * height);
    for (let y = 0; y < height; y++) {
      const depth = y / height;
      let color = depth < 0.3 ? mix(zenith, middle, depth / 0.3) : mix(middle, horizon, (depth - 0.3) / 0.3);
      const distance = Math.hypot(x - sunX, y - sunY) / unit;
      color = mix(color, sun, 0.75 * Math.exp(-distance * 4.5));
      color = mix(color, sun, (0.12 - distance) * unit);
      for (let r = 0; r < ridgeCount; r++) {
        const below = y - (tops[r] ?? 0);
        if (below <= -1) continue;
        const ridge = mix(far, near, r / (ridgeCount - 1));
        const misted = mix(
          ridge,
          horizon,
          0.34 * Math.max(0, Math.min(1, below / (height * 0.24))) * (1 - r / ridgeCount),
        );
        color = mix(color, misted, below + 1);
      }
      const at = (y * width + x) * 3;
      pixels[at] = color[0];
      pixels[at + 1] = color[1];
      pixels[at + 2] = color[2];
    }
  }
  return pixels;
}

for (let frame = 0; frame < frames; frame++) {
  if (!process.stdout.write(drawFrame(frame))) await once(process.stdout, 'drain');
}
