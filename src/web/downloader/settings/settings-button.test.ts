import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { english } from '../../english.ts';
import { TranslationProvider } from '../../translation.tsx';
import { ToastProvider } from '../../ui/toast-provider.tsx';
import { SettingsButton } from './settings-button.tsx';

const Button = () =>
  TranslationProvider({
    translator: english,
    children: createElement(
      ToastProvider,
      null,
      createElement(SettingsButton, { onOpenPost: () => undefined }),
    ),
  });

test('without scripts there is no settings button, and its space is reserved', () => {
  const html = renderToStaticMarkup(createElement(Button));
  expect(html).not.toContain('<button');
  expect(html).toContain('min-h-11');
});
