import { type DragEvent, useRef, useState } from 'react';
import { localeTags } from '#i18n/locales.ts';
import { useTranslator } from '../../translation.tsx';
import { Button } from '../../ui/button.tsx';
import { deskClient } from '../desk-client.ts';
import { deskRefusalText } from '../desk-refusal-text.ts';
import { AssistButton } from './assist/assist-button.tsx';
import { AssistNote } from './assist/assist-note.tsx';
import { useAssist } from './assist/use-assist.ts';
import type { EditorParts } from './editor-parts.ts';
import { fieldLimits } from './field-limits.ts';
import { TextField } from './form-field.tsx';
import { StoredPictures } from './stored-pictures.tsx';

/** Pictures of other sites: pages of ours show none, so they are copied first. */
const foreign = /^https?:\/\//i;

export function MediaTab({ parts }: { parts: EditorParts }) {
  const t = useTranslator();
  const { draft, locale, data } = parts;
  const { fields, change } = draft;
  const assist = useAssist('image', { locale, fields, onTake: change, models: data.models });
  const cover = useCover(parts);
  const chooser = useRef<HTMLInputElement>(null);
  const src = fields.featured_image_url ?? '';
  const onDrop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    void cover.upload(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way to what the button does
    <div className="grid grid-cols-1 gap-6" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <TextField
        label={t('admin.editor.image')}
        type="text"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={src.startsWith('data:') ? '' : src}
        onChange={(event) => change({ featured_image_url: event.target.value || null })}
        onBlur={() => foreign.test(src) && void cover.fetch(src)}
        hint={t('admin.editor.image_hint')}
        below={<AssistNote assist={assist} />}
        aside={<AssistButton assist={assist} />}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="quiet"
          aria-disabled={cover.isBusy}
          onClick={() => !cover.isBusy && chooser.current?.click()}
        >
          {cover.isBusy ? t('admin.editor.image_busy') : t('admin.editor.image_upload')}
        </Button>
        <input
          ref={chooser}
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
      <StoredPictures onPick={(picked) => change({ featured_image_url: picked })} />
      {cover.fault && (
        <p role="alert" className="rounded-2xl border-2 border-accent bg-tint p-4 font-semibold">
          {cover.fault}
        </p>
      )}
      {src !== '' && !foreign.test(src) && (
        <img
          src={src}
          alt={fields.featured_image_alt || t('admin.editor.image_preview')}
          className="aspect-video w-full rounded-2xl border border-line bg-sunken object-cover"
        />
      )}
      <TextField
        label={t('admin.editor.image_alt')}
        lang={localeTags[locale]}
        maxLength={fieldLimits.alt}
        value={fields.featured_image_alt}
        onChange={(event) => change({ featured_image_alt: event.target.value })}
        hint={t('admin.editor.image_alt_hint')}
      />
    </div>
  );
}

/** Takes a picture into our own files and makes it the cover. */
function useCover({ draft }: EditorParts) {
  const t = useTranslator();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const take = async (asked: ReturnType<typeof deskClient.storePicture>) => {
    setBusy(true);
    setFault(null);
    const answer = await asked;
    setBusy(false);
    if (answer.ok) draft.change({ featured_image_url: answer.value.src });
    else setFault(deskRefusalText(t, answer.error));
  };
  return {
    isBusy,
    fault,
    upload: (file: Blob) => take(deskClient.storePicture(file)),
    fetch: (address: string) => take(deskClient.fetchPicture(address)),
  };
}
