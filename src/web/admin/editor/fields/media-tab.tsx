import { type DragEvent, useRef, useState } from 'react';
import { postTexts } from '#blog/texts-contract.ts';
import { localeTags } from '#i18n/locales.ts';
import { useTranslator } from '../../../translator.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { adminApi, adminApiErrorMessage } from '../../admin-api.ts';
import { lazyDialog } from '../../lazy-dialog.tsx';
import type { EditorContext } from '../editor-context.ts';
import { ImageLibrary } from '../image-library.tsx';
import { SuggestionButton, SuggestionStatus } from '../suggestions/suggestion-controls.tsx';
import { useSuggestion } from '../suggestions/use-suggestion.ts';
import { useDisclosure } from '../use-disclosure.ts';
import { TextField } from './form-field.tsx';

const CoverAlt = lazyDialog(() => import('../suggestions/cover-alt.tsx'));

/** Images of other sites are copied to our store first: our pages never load them from there. */
const externalUrl = /^https?:\/\//i;

export default function MediaTab({ context }: { context: EditorContext }) {
  const t = useTranslator();
  const { data, draft, locale } = context;
  const { fields, change } = draft;
  const suggestion = useSuggestion('image', context);
  const cover = useCoverImage(context);
  const fileInput = useRef<HTMLInputElement>(null);
  const src = fields.featured_image_url ?? '';
  const handleDrop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    void cover.upload(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: drag and drop duplicates the upload button
    <div
      className="grid grid-cols-1 gap-6"
      onDragOver={(event) => event.preventDefault()}
      onDrop={handleDrop}
    >
      <TextField
        label={t('admin.editor.image')}
        type="text"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={src.startsWith('data:') ? '' : src}
        onChange={(event) => change({ featured_image_url: event.target.value || null })}
        onBlur={() => externalUrl.test(src) && void cover.fetch(src)}
        hint={t('admin.editor.image_hint')}
        below={<SuggestionStatus suggestion={suggestion} />}
        aside={<SuggestionButton suggestion={suggestion} />}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="quiet"
          aria-disabled={cover.isBusy}
          onClick={() => !cover.isBusy && fileInput.current?.click()}
        >
          {cover.isBusy ? t('admin.editor.image_busy') : t('admin.editor.image_upload')}
        </Button>
        <input
          ref={fileInput}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
          aria-label={t('admin.editor.image_upload')}
          className="hidden"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = '';
            if (file) void cover.upload(file);
          }}
        />
        {src !== '' && (
          <Button
            variant="quiet"
            onClick={() => change({ featured_image_url: null, featured_image_alt: '' })}
          >
            {t('admin.editor.image_remove')}
          </Button>
        )}
      </div>
      <ImageLibrary onPick={(url) => change({ featured_image_url: url })} />
      {cover.error && <Notice role="alert">{cover.error}</Notice>}
      {src !== '' && !externalUrl.test(src) && (
        <img
          src={src}
          alt={fields.featured_image_alt || t('admin.editor.image_preview')}
          className="aspect-video w-full rounded-2xl border border-line bg-sunken object-cover"
        />
      )}
      <TextField
        label={t('admin.editor.image_alt')}
        lang={localeTags[locale]}
        maxLength={postTexts.featured_image_alt.lengthMax}
        value={fields.featured_image_alt}
        onChange={(event) => change({ featured_image_alt: event.target.value })}
        hint={t('admin.editor.image_alt_hint')}
      />
      {data.models.text && src !== '' && !externalUrl.test(src) && (
        <AltSuggestions key={src} context={context} />
      )}
    </div>
  );
}

function AltSuggestions({ context }: { context: EditorContext }) {
  const t = useTranslator();
  const { button, isOpen, toggle, close } = useDisclosure();
  return (
    <div className="-mt-4 grid gap-3 justify-items-start">
      <Button
        ref={button}
        variant="quiet"
        aria-expanded={isOpen}
        className="min-h-11 text-sm"
        onClick={toggle}
      >
        {t('admin.ai.alt')}
      </Button>
      {isOpen && <CoverAlt context={context} onClose={close} />}
    </div>
  );
}

function useCoverImage({ draft }: EditorContext) {
  const t = useTranslator();
  const [isBusy, setBusy] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const store = async (request: ReturnType<typeof adminApi.uploadImage>) => {
    setBusy(true);
    setErrorMessage(null);
    const result = await request;
    setBusy(false);
    if (result.ok) draft.change({ featured_image_url: result.value.src });
    else setErrorMessage(adminApiErrorMessage(t, result.error));
  };
  return {
    isBusy,
    error: errorMessage,
    upload: (file: Blob) => store(adminApi.uploadImage(file)),
    fetch: (url: string) => store(adminApi.fetchImage(url)),
  };
}
