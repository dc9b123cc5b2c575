import type { ReactNode } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import { onTestFinished } from 'vitest';
import { createTranslator } from '#i18n/translator.ts';
import { messages } from '#test/support/messages.ts';
import { TranslatorProvider } from '#web/translator.tsx';
import { ToastProvider } from '#web/ui/toast/toast-provider.tsx';

/** Renders server HTML without hydrating it. */
export async function renderWithoutScripts(element: ReactNode): Promise<void> {
  const stream = await renderToReadableStream(
    <TranslatorProvider translator={createTranslator('en', messages.en)}>
      <ToastProvider>{element}</ToastProvider>
    </TranslatorProvider>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  await stream.allReady;
  const container = document.createElement('div');
  container.innerHTML = await new Response(stream).text();
  document.body.append(container);
  onTestFinished(() => container.remove());
}
