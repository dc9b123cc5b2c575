import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  backgrounds,
  checkAccentColor,
  contrastRatio,
  deriveAccentPalettes,
  minContrast,
} from './accent-color.ts';

test('the contrast ratio is that of WCAG', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastRatio('#c8391b', '#c8391b')).toBe(1);
});

test('the backgrounds are those of the stylesheet', () => {
  const styles = readFileSync('src/web/styles.css', 'utf8');
  for (const [index, name] of ['paper', 'surface', 'sunken'].entries())
    expect(styles).toContain(
      `--${name}: light-dark(${backgrounds.light[index]}, ${backgrounds.dark[index]});`,
    );
  for (const [theme, palette] of Object.entries(deriveAccentPalettes('#1d4ed8')))
    for (const name of Object.keys(palette)) expect(styles).toContain(`var(--${name}-${theme}, #`);
});

test.each(['#c8391b', '#1d4ed8', '#000000', '#0b6e4f', '#6d28d9'])('%s is readable', (color) => {
  expect(checkAccentColor(color)).toMatchObject({ isReadable: true, nearest: color });
});

test.each(['#ffffff', '#ffdd00', '#ff8d6c', '#3b82f6', '#00ff00', '#888888'])(
  '%s is not readable on light pages, and the nearest color is',
  (color) => {
    const { isReadable, contrast, nearest } = checkAccentColor(color);
    expect(isReadable).toBe(false);
    expect(contrast).toBeLessThan(minContrast);
    expect(checkAccentColor(nearest)).toMatchObject({ isReadable: true, nearest });
    // As little darker as possible.
    expect(checkAccentColor(nearest).contrast).toBeLessThan(minContrast + 0.2);
  },
);

test('every color has a readable shade for dark pages', () => {
  const steps = [0, 51, 102, 153, 204, 255].map((value) => value.toString(16).padStart(2, '0'));
  for (const red of steps)
    for (const green of steps)
      for (const blue of steps) {
        const { dark } = deriveAccentPalettes(`#${red}${green}${blue}`);
        for (const background of [...backgrounds.dark, dark.tint, dark['on-accent']])
          expect(contrastRatio(dark.accent, background)).toBeGreaterThanOrEqual(minContrast);
      }
});
