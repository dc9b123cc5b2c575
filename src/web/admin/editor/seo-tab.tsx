import { useState } from 'react';
import { localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { postPath } from '../../blog/post-path.ts';
import { useTranslator } from '../../translation.tsx';
import { AssistButton } from './assist/assist-button.tsx';
import { AssistNote } from './assist/assist-note.tsx';
import { useAssist } from './assist/use-assist.ts';
import type { EditorParts } from './editor-parts.ts';
import { fieldLimits, searchLimits } from './field-limits.ts';
import { shownSlug } from './follow-slug.ts';
import { LengthMeter, TextArea, TextField } from './form-field.tsx';
import { readKeywords, shownKeywords } from './keywords.ts';

export function SeoTab({ parts }: { parts: EditorParts }) {
  const t = useTranslator();
  const { draft, locale, data } = parts;
  const { fields, change } = draft;
  const assist = useAssist('seo', { locale, fields, onTake: change, models: data.models });
  const lang = localeTags[locale];
  const [typed, setTyped] = useState('');
  const title = fields.seo_title ?? '';
  const description = fields.seo_description ?? '';
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <AssistButton assist={assist} />
        <AssistNote assist={assist} />
      </div>
      <TextField
        label={t('admin.editor.seo_title')}
        lang={lang}
        maxLength={fieldLimits.seoTitle}
        value={title}
        onChange={(event) => change({ seo_title: event.target.value || null })}
        hint={<LengthMeter text={title} limit={searchLimits.title} />}
      />
      <TextArea
        label={t('admin.editor.seo_description')}
        lang={lang}
        rows={3}
        maxLength={fieldLimits.seoDescription}
        value={description}
        onChange={(event) => change({ seo_description: event.target.value || null })}
        hint={<LengthMeter text={description} limit={searchLimits.description} />}
      />
      <TextField
        label={t('admin.editor.seo_keywords')}
        lang={lang}
        value={shownKeywords(typed, fields.seo_keywords)}
        onChange={(event) => {
          setTyped(event.target.value);
          change({ seo_keywords: readKeywords(event.target.value) });
        }}
        hint={t('admin.editor.keywords_hint')}
      />
      <SearchResult parts={parts} />
    </div>
  );
}

/** The post as search engines list it. */
function SearchResult({ parts: { data, draft, locale } }: { parts: EditorParts }) {
  const t = useTranslator();
  const { fields } = draft;
  const address = `${data.publicHost}${localizedPath(locale, postPath(shownSlug(fields.slug, fields.title)))}`;
  return (
    <section aria-label={t('admin.editor.search_result')}>
      <h2 className="text-sm font-semibold text-muted">{t('admin.editor.search_result')}</h2>
      <div lang={localeTags[locale]} className="mt-2 rounded-2xl border border-line bg-paper p-4">
        <p className="truncate text-sm text-muted">{decodeURI(address)}</p>
        <p className="mt-1 line-clamp-1 text-lg font-semibold text-accent">
          {fields.seo_title || fields.title || '…'}
        </p>
        <p className="mt-1 line-clamp-2 text-sm">{fields.seo_description || fields.excerpt || '…'}</p>
      </div>
    </section>
  );
}
