/** Backgrounds of text, as in `web/styles.css`. White is also the color of text on the accent color. */
export const backgrounds = {
  light: ['#fbfaf8', '#ffffff', '#f3f0ec'],
  dark: ['#161311', '#1f1b18', '#272220'],
} as const;

/** WCAG 2.2, level AA, for text of any size. */
export const minContrast = 4.5;

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** By the custom property of `web/styles.css` that it replaces. */
export interface AccentPalette {
  accent: string;
  'accent-strong': string;
  'on-accent': string;
  tint: string;
  thread: string;
}

/** `color` is `#rrggbb`, for light pages. On dark pages it is lightened until text in it is readable. */
export function deriveAccentPalettes(color: string): Record<Theme, AccentPalette> {
  return {
    light: lightPalette(color),
    dark: darkPalette(findReadable(color, '#ffffff', darkPalette, 'dark')),
  };
}

export interface AccentColorCheck {
  isReadable: boolean;
  /** The lowest one, for example 3.2. */
  contrast: number;
  /** The color itself if it is readable; otherwise the same hue, darkened as little as possible. */
  nearest: string;
}

/** Whether text in this color, and text on it, is readable in both themes. */
export function checkAccentColor(color: string): AccentColorCheck {
  const palettes = deriveAccentPalettes(color);
  const contrast = Math.min(...themes.map((theme) => lowestContrast(palettes[theme], theme)));
  return {
    isReadable: contrast >= minContrast,
    contrast,
    nearest: findReadable(color, '#000000', lightPalette, 'light'),
  };
}

function lightPalette(accent: string): AccentPalette {
  return {
    accent,
    'accent-strong': mix(accent, '#000000', 0.82),
    'on-accent': '#ffffff',
    tint: mix(accent, '#ffffff', 0.08),
    thread: mix(accent, '#ffffff', 0.66),
  };
}

function darkPalette(accent: string): AccentPalette {
  const [paper] = backgrounds.dark;
  return {
    accent,
    'accent-strong': mix(accent, '#ffffff', 0.75),
    'on-accent': mix(accent, '#000000', 0.12),
    tint: mix(accent, paper, 0.12),
    thread: mix(accent, paper, 0.66),
  };
}

/** Mixes in as little of `toward` as possible. */
function findReadable(
  color: string,
  toward: string,
  toPalette: (accent: string) => AccentPalette,
  theme: Theme,
): string {
  const steps = 256;
  for (let step = steps; step > 0; step -= 1) {
    const mixed = mix(color, toward, step / steps);
    if (lowestContrast(toPalette(mixed), theme) >= minContrast) return mixed;
  }
  return toward;
}

function lowestContrast(palette: AccentPalette, theme: Theme): number {
  const { accent, tint, 'accent-strong': strong, 'on-accent': onAccent } = palette;
  return Math.min(
    ...[...backgrounds[theme], tint, onAccent].map((background) => contrastRatio(accent, background)),
    contrastRatio(strong, onAccent),
  );
}

/** As WCAG defines it: from 1 to 21. */
export function contrastRatio(first: string, second: string): number {
  const [lower = 0, higher = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (higher + 0.05) / (lower + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = parseColor(color).map((value) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** `share`: of `color`, from 0 to 1. */
function mix(color: string, other: string, share: number): string {
  const others = parseColor(other);
  const channels = parseColor(color).map((value, index) =>
    Math.round(value * share + (others[index] ?? 0) * (1 - share)),
  );
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function parseColor(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}
