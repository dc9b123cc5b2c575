import { useId, useRef, useState } from 'react';
import type { MessageKey, Translator } from '#i18n/translate.ts';
import {
  maxTemplateLength,
  type NamedPost,
  type NameToken,
  nameTokens,
  type TemplateFault,
} from '#names/contract.ts';
import { nameFile, usualName } from '#names/name-file.ts';
import { readTemplate } from '#names/read-template.ts';
import { useTranslator } from '../../translation.tsx';
import { Button } from '../../ui/button.tsx';
import { deviceMemory } from './use-device-memory.ts';

const tokenWords = {
  user: 'settings.names.user',
  code: 'settings.names.code',
  index: 'settings.names.index',
  date: 'settings.names.date',
  text: 'settings.names.text',
  type: 'settings.names.type',
} as const satisfies Record<NameToken, MessageKey>;

const inBraces = (token: string) => `{${token}}`;
const examplePattern = (['user', 'code', 'index'] as const).map(inBraces).join('_');

/** How saved files are called: what is typed holds as soon as it can be read. */
export function NamePart({ template }: { template: string }) {
  const t = useTranslator();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(template);
  const [openedAt] = useState(Date.now);
  const read = typed.trim() === '' ? null : readTemplate(typed);
  const isFaulty = read !== null && !read.ok;
  const example = read?.ok ? nameFile(read.value, samplePost(t), sampleItem) : usualName('Video 1', openedAt);

  const take = (text: string) => {
    setTyped(text);
    const isUsual = text.trim() === '';
    if (isUsual || readTemplate(text).ok) deviceMemory.keepSettings({ template: isUsual ? '' : text });
  };

  const insert = (token: NameToken) => {
    const field = input.current;
    const from = field?.selectionStart ?? typed.length;
    const to = field?.selectionEnd ?? typed.length;
    take(typed.slice(0, from) + inBraces(token) + typed.slice(to));
    const caret = from + inBraces(token).length;
    field?.focus();
    requestAnimationFrame(() => field?.setSelectionRange(caret, caret));
  };

  return (
    <section aria-labelledby={`${id}-heading`} className="mt-6 border-t border-line pt-5">
      <h3 id={`${id}-heading`} className="font-bold">
        {t('settings.names.heading')}
      </h3>
      <label htmlFor={id} className="mt-3 block text-sm font-semibold">
        {t('settings.names.pattern')}
      </label>
      <input
        ref={input}
        id={id}
        type="text"
        dir="auto"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={examplePattern}
        value={typed}
        onChange={(event) => take(event.target.value)}
        aria-invalid={isFaulty || undefined}
        aria-describedby={`${id}-hint ${id}-outcome`}
        className="mt-1.5 min-h-12 w-full rounded-xl border border-field bg-paper px-4 text-base placeholder:text-muted aria-invalid:border-accent"
      />
      <fieldset className="mt-2">
        <legend className="sr-only">{t('settings.names.parts')}</legend>
        <div className="flex flex-wrap gap-2">
          {nameTokens.map((token) => (
            <button
              key={token}
              type="button"
              onClick={() => insert(token)}
              className="min-h-11 cursor-pointer rounded-lg border border-line bg-sunken px-3 text-sm font-semibold hover:border-accent hover:text-accent"
            >
              {t(tokenWords[token])}
            </button>
          ))}
        </div>
      </fieldset>
      <p id={`${id}-hint`} className="mt-2 text-sm text-muted">
        {t('settings.names.hint')}
      </p>
      <div id={`${id}-outcome`} role="status" className="mt-2 text-sm wrap-anywhere">
        {isFaulty ? (
          <>
            <p className="font-semibold text-accent">{wordFault(t, read.error)}</p>
            <p className="mt-1 text-muted">
              {template === ''
                ? t('settings.names.kept_usual')
                : t('settings.names.kept', { pattern: template })}
            </p>
          </>
        ) : (
          <p>{t('settings.names.preview', { name: `${example}.mp4` })}</p>
        )}
      </div>
      {typed !== '' && (
        <Button
          variant="quiet"
          className="mt-3"
          onClick={() => {
            take('');
            input.current?.focus();
          }}
        >
          {t('settings.names.usual')}
        </Button>
      )}
    </section>
  );
}

const sampleItem = { displayName: 'Video 1', type: 'video', index: 1, count: 3 };

const samplePost = (t: Translator): NamedPost => ({
  username: 'maya.ink',
  code: 'DR4nB8xQz1K',
  text: t('settings.names.sample'),
  publishedAt: '2026-11-22T09:00:00.000Z',
});

function wordFault(t: Translator, fault: TemplateFault): string {
  switch (fault.code) {
    case 'nothing':
      return t('settings.template.nothing');
    case 'too_long':
      return t('settings.template.too_long', { limit: maxTemplateLength });
    case 'brace':
      return t('settings.template.brace', { part: inBraces('user') });
    case 'unknown':
      return t('settings.template.unknown', {
        name: fault.name,
        parts: nameTokens.map(inBraces).join(' '),
      });
    case 'sign':
      return t('settings.template.sign', { sign: fault.sign });
    case 'invisible':
      return t('settings.template.invisible');
  }
}
