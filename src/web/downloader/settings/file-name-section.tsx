import { useId, useRef, useState } from 'react';
import {
  type FilenamePost,
  maxTemplateLength,
  type TemplateError,
  type TemplateToken,
  templateTokens,
} from '#filenames/contract.ts';
import { defaultFilename, formatFilename } from '#filenames/filename.ts';
import { filenameStyleNames, filenameStyles, findFilenameStyle } from '#filenames/styles.ts';
import { parseFilenameTemplate } from '#filenames/template.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import { useTranslator } from '../../translator.tsx';
import { type FileNameOption, fileNameOptionLabels } from './file-names.ts';
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

const options: readonly FileNameOption[] = [...filenameStyleNames, 'own'];

/** Three named styles, and a pattern of the user's own. */
export function FileNameSection({ template }: { template: string }) {
  const t = useTranslator();
  const id = useId();
  const [selected, setSelected] = useState(findFilenameStyle(template) ?? 'own');
  const [ownPattern, setOwnPattern] = useState(selected === 'own' ? template : examplePattern);
  const [openedAt] = useState(Date.now);

  const storePattern = (pattern: string) => {
    setOwnPattern(pattern);
    const isDefault = pattern.trim() === '';
    if (isDefault || parseFilenameTemplate(pattern).ok)
      settingsStore.updateSettings({ template: isDefault ? '' : pattern });
  };

  const select = (option: FileNameOption) => {
    setSelected(option);
    if (option === 'own') storePattern(ownPattern);
    else settingsStore.updateSettings({ template: filenameStyles[option] });
  };

  return (
    <section aria-labelledby={`${id}-heading`} className="mt-6 border-t border-line pt-5">
      <h3 id={`${id}-heading`} className="font-bold">
        {t('settings.names.heading')}
      </h3>
      <div role="radiogroup" aria-labelledby={`${id}-heading`} className="mt-2">
        {options.map((option) => (
          <label key={option} className="flex min-h-11 cursor-pointer gap-3 py-2">
            <input
              type="radio"
              name={id}
              checked={selected === option}
              onChange={() => select(option)}
              aria-labelledby={`${id}-${option}`}
              aria-describedby={option === 'own' ? undefined : `${id}-${option}-example`}
              className="mt-0.5 size-5 shrink-0 cursor-pointer accent-accent"
            />
            <span className="min-w-0">
              <span id={`${id}-${option}`} className="block font-semibold">
                {t(fileNameOptionLabels[option])}
              </span>
              {option !== 'own' && (
                <span id={`${id}-${option}-example`} className="block text-sm text-muted wrap-anywhere">
                  {formatExample(t, filenameStyles[option], openedAt)}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {selected === 'own' && (
        <PatternField value={ownPattern} template={template} openedAt={openedAt} onChange={storePattern} />
      )}
    </section>
  );
}

function PatternField({
  value,
  template,
  openedAt,
  onChange,
}: {
  value: string;
  /** As stored; it differs from an invalid value. */
  template: string;
  openedAt: number;
  onChange: (value: string) => void;
}) {
  const t = useTranslator();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const parsed = value.trim() === '' ? null : parseFilenameTemplate(value);
  const isInvalid = parsed !== null && !parsed.ok;

  const insert = (token: TemplateToken) => {
    const field = input.current;
    const from = field?.selectionStart ?? value.length;
    const to = field?.selectionEnd ?? value.length;
    onChange(value.slice(0, from) + inBraces(token) + value.slice(to));
    const caret = from + inBraces(token).length;
    field?.focus();
    requestAnimationFrame(() => field?.setSelectionRange(caret, caret));
  };

  return (
    <>
      <label htmlFor={id} className="mt-1 block text-sm font-semibold">
        {t('settings.names.pattern')}
      </label>
      <input
        ref={input}
        id={id}
        type="text"
        dir="auto"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck="false"
        placeholder={examplePattern}
        value={value}
        onChange={(event) => onChange(event.target.value)}
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
          <p>{t('settings.names.preview', { name: formatExample(t, value, openedAt) })}</p>
        )}
      </div>
    </>
  );
}

function formatExample(t: Translator, template: string, savedAt: number): string {
  const parsed = parseFilenameTemplate(template);
  const name = parsed.ok
    ? formatFilename(parsed.value, samplePost(t), sampleItem)
    : defaultFilename(sampleItem.displayName, savedAt);
  return `${name}.mp4`;
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
