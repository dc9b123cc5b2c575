import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { englishTranslator } from '#test/support/english-translator.ts';
import { TranslatorProvider } from '../../translator.tsx';
import { ToastProvider } from '../../ui/toast/toast-provider.tsx';
import { SettingsButton } from './settings-button.tsx';

const Button = () =>
  TranslatorProvider({
    translator: englishTranslator,
    children: createElement(
      ToastProvider,
      null,
      createElement(SettingsButton, { onOpenPost: () => undefined }),
    ),
  });

test('without JavaScript there is no settings button, but its space is reserved', () => {
  const html = renderToStaticMarkup(createElement(Button));
  expect(html).not.toContain('<button');
  expect(html).toContain('min-h-11');
});
