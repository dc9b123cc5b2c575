import { useId, useRef, useState } from 'react';
import {
  type FilenamePost,
  maxTemplateLength,
  type TemplateError,
  type TemplateToken,
  templateTokens,
} from '#filenames/contract.ts';
import { defaultFilename, formatFilename } from '#filenames/filename.ts';
import { parseFilenameTemplate } from '#filenames/template.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { settingsStore } from './settings-store.ts';

const tokenLabels = {
  user: 'settings.names.user',
  code: 'settings.names.code',
  index: 'settings.names.index',
  date: 'settings.names.date',
  text: 'settings.names.text',
  type: 'settings.names.type',
} as const satisfies Record<TemplateToken, MessageKey>;

const inBraces = (token: string) => `{${token}}`;
const examplePattern = (['user', 'code', 'index'] as const).map(inBraces).join('_');

export function FileNameSection({ template }: { template: string }) {
  const t = useTranslator();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(template);
  const [openedAt] = useState(Date.now);
  const parsed = value.trim() === '' ? null : parseFilenameTemplate(value);
  const isInvalid = parsed !== null && !parsed.ok;
  const example = parsed?.ok
    ? formatFilename(parsed.value, samplePost(t), sampleItem)
    : defaultFilename('Video 1', openedAt);

  const handleChange = (text: string) => {
    setValue(text);
    const isDefault = text.trim() === '';
    if (isDefault || parseFilenameTemplate(text).ok)
      settingsStore.updateSettings({ template: isDefault ? '' : text });
  };

  const insert = (token: TemplateToken) => {
    const field = input.current;
    const from = field?.selectionStart ?? value.length;
    const to = field?.selectionEnd ?? value.length;
    handleChange(value.slice(0, from) + inBraces(token) + value.slice(to));
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
        value={value}
        onChange={(event) => handleChange(event.target.value)}
        aria-invalid={isInvalid || undefined}
        aria-describedby={`${id}-hint ${id}-outcome`}
        className="mt-1.5 min-h-12 w-full rounded-xl border border-field bg-paper px-4 text-base placeholder:text-muted aria-invalid:border-accent"
      />
      <fieldset className="mt-2">
        <legend className="sr-only">{t('settings.names.parts')}</legend>
        <div className="flex flex-wrap gap-2">
          {templateTokens.map((token) => (
            <button
              key={token}
              type="button"
              onClick={() => insert(token)}
              className="min-h-11 cursor-pointer rounded-lg border border-line bg-sunken px-3 text-sm font-semibold hover:border-accent hover:text-accent"
            >
              {t(tokenLabels[token])}
            </button>
          ))}
        </div>
      </fieldset>
      <p id={`${id}-hint`} className="mt-2 text-sm text-muted">
        {t('settings.names.hint')}
      </p>
      <div id={`${id}-outcome`} role="status" className="mt-2 text-sm wrap-anywhere">
        {isInvalid ? (
          <>
            <p className="font-semibold text-accent">{templateErrorMessage(t, parsed.error)}</p>
            <p className="mt-1 text-muted">
              {template === ''
                ? t('settings.names.unchanged_default')
                : t('settings.names.unchanged', { pattern: template })}
            </p>
          </>
        ) : (
          <p>{t('settings.names.preview', { name: `${example}.mp4` })}</p>
        )}
      </div>
      {value !== '' && (
        <Button
          variant="quiet"
          className="mt-3"
          onClick={() => {
            handleChange('');
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

const samplePost = (t: Translator): FilenamePost => ({
  username: 'maya.ink',
  code: 'DR4nB8xQz1K',
  text: t('settings.names.sample'),
  publishedAt: '2026-11-22T09:00:00.000Z',
});

function templateErrorMessage(t: Translator, error: TemplateError): string {
  switch (error.code) {
    case 'nothing':
      return t('settings.template.nothing');
    case 'too_long':
      return t('settings.template.too_long', { limit: maxTemplateLength });
    case 'brace':
      return t('settings.template.brace', { part: inBraces('user') });
    case 'unknown':
      return t('settings.template.unknown', {
        name: error.name,
        parts: templateTokens.map(inBraces).join(' '),
      });
    case 'sign':
      return t('settings.template.sign', { sign: error.sign });
    case 'invisible':
      return t('settings.template.invisible');
  }
}
