import type { Translator } from '#i18n/translator.ts';
import { copyText } from '../../browser/clipboard.ts';

const doneMs = 4000;

const icons = {
  copy: 'M8 8h12v12H8zM16 8V4H4v12h4',
  done: 'M4 12l5 5L20 6',
};

/** Adds a button to each code block. It's beside the code, so that it isn't part of selected text. */
export function startCodeCopy(t: Translator): void {
  for (const code of document.querySelectorAll<HTMLElement>('article .prose pre')) addCopyButton(code, t);
}

function addCopyButton(code: HTMLElement, t: Translator): void {
  const frame = createElement('div', 'code-frame');
  const button = createElement('button', 'code-copy');
  const status = createElement('span', 'sr-only');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  icon.append(path);
  button.type = 'button';
  button.title = t('blog.code.copy');
  button.setAttribute('aria-label', t('blog.code.copy'));
  button.append(icon);
  status.setAttribute('role', 'status');
  const show = (name: keyof typeof icons, text: string) => {
    path.setAttribute('d', icons[name]);
    status.textContent = text;
  };
  let timer: ReturnType<typeof setTimeout>;
  button.addEventListener('click', async () => {
    clearTimeout(timer);
    const isCopied = await copyText((code.textContent ?? '').trimEnd());
    show(isCopied ? 'done' : 'copy', t(isCopied ? 'blog.code.copied' : 'blog.code.failed'));
    if (!isCopied) getSelection()?.selectAllChildren(code);
    timer = setTimeout(() => show('copy', ''), doneMs);
  });
  show('copy', '');
  code.replaceWith(frame);
  frame.append(code, button, status);
}

function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  element.className = className;
  return element;
}
