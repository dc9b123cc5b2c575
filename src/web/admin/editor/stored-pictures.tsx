import Images from 'lucide-react/icons/images';
import { useId, useRef, useState } from 'react';
import type { ListedPicture } from '#blog/create-pictures.ts';
import type { pictureListSize } from '#desk/contract.ts';
import { useTranslator } from '../../translation.tsx';
import { Button } from '../../ui/button.tsx';
import { deskClient } from '../desk-client.ts';
import { deskRefusalText } from '../desk-refusal-text.ts';

/** An answer this long may have more behind it. */
const whole: typeof pictureListSize = 100;

/** Takes a picture again that the blog has already: a button that opens them, newest first. */
export function StoredPictures({ onPick }: { onPick: (src: string) => void }) {
  const t = useTranslator();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const stored = useStoredPictures();
  const { pictures } = stored;
  const toggle = () => {
    setOpen(!isOpen);
    if (!isOpen) void stored.load('anew');
  };
  const pick = (src: string) => {
    setOpen(false);
    button.current?.focus();
    onPick(src);
  };
  return (
    <div className="grid gap-3">
      <Button
        ref={button}
        variant="quiet"
        aria-expanded={isOpen}
        aria-controls={id}
        className="justify-self-start"
        onClick={toggle}
      >
        <Images aria-hidden="true" className="size-4" />
        {t('admin.editor.pictures')}
      </Button>
      <div id={id} hidden={!isOpen} className="rounded-2xl border border-line bg-paper p-3">
        <ul
          aria-label={t('admin.editor.pictures')}
          aria-busy={stored.isBusy}
          className="grid max-h-72 grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2 overflow-y-auto p-1"
        >
          {pictures.map(({ id: key, src, srcset, width, height }, index) => (
            <li key={key}>
              <button
                type="button"
                aria-label={t('admin.editor.picture', { number: index + 1, width, height })}
                onClick={() => pick(src)}
                className="block w-full cursor-pointer overflow-hidden rounded-lg border border-line hover:border-accent"
              >
                <img
                  src={src}
                  srcSet={srcset}
                  sizes="6rem"
                  alt=""
                  loading="lazy"
                  className="aspect-square w-full bg-sunken object-cover"
                />
              </button>
            </li>
          ))}
        </ul>
        <p role="status" className="px-1 text-sm text-muted">
          {stored.isBusy && t('admin.editor.pictures_loading')}
          {!stored.isBusy && !stored.fault && pictures.length === 0 && t('admin.editor.pictures_none')}
          {stored.fault}
        </p>
        {!stored.isBusy && (stored.hasMore || stored.fault) && (
          <Button variant="quiet" className="mt-2 w-full text-sm" onClick={() => void stored.load('older')}>
            {t(stored.fault ? 'admin.editor.try_again' : 'admin.editor.pictures_older')}
          </Button>
        )}
      </div>
    </div>
  );
}

function useStoredPictures() {
  const t = useTranslator();
  const [pictures, setPictures] = useState<ListedPicture[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [hasMore, setMore] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const load = async (part: 'anew' | 'older') => {
    const known = part === 'anew' ? [] : pictures;
    setBusy(true);
    setFault(null);
    const answer = await deskClient.listPictures(known.at(-1)?.created_at);
    setBusy(false);
    if (!answer.ok) return setFault(deskRefusalText(t, answer.error));
    setPictures([...known, ...answer.value.pictures]);
    setMore(answer.value.pictures.length === whole);
  };
  return { pictures, isBusy, hasMore, fault, load };
}
