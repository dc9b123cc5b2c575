import Images from 'lucide-react/icons/images';
import { useId, useState } from 'react';
import type { imageListSize } from '#blog/editing-contract.ts';
import type { ListedImage } from '#blog/images.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { adminApi, adminApiErrorMessage } from '../admin-api.ts';
import { useDisclosure } from './use-disclosure.ts';

/** A full page means that there may be more. */
const pageSize: typeof imageListSize = 100;

export function ImageLibrary({ onPick }: { onPick: (src: string) => void }) {
  const t = useTranslator();
  const id = useId();
  const { button, isOpen, toggle, close } = useDisclosure();
  const library = useStoredImages();
  const { images } = library;
  const pick = (src: string) => {
    close();
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
        onClick={() => {
          toggle();
          if (!isOpen) void library.load('newest');
        }}
      >
        <Images aria-hidden="true" className="size-4" />
        {t('admin.editor.images')}
      </Button>
      <div id={id} hidden={!isOpen} className="rounded-2xl border border-line bg-paper p-3">
        <ul
          aria-label={t('admin.editor.images')}
          aria-busy={library.isBusy}
          className="grid max-h-72 grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2 overflow-y-auto p-1"
        >
          {images.map(({ id: key, src, srcset, width, height }, index) => (
            <li key={key}>
              <button
                type="button"
                aria-label={t('admin.editor.image_label', { number: index + 1, width, height })}
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
          {library.isBusy && t('admin.editor.images_loading')}
          {!library.isBusy && !library.error && images.length === 0 && t('admin.editor.images_none')}
          {library.error}
        </p>
        {!library.isBusy && (library.hasMore || library.error) && (
          <Button variant="quiet" className="mt-2 w-full text-sm" onClick={() => void library.load('older')}>
            {t(library.error ? 'admin.editor.try_again' : 'admin.editor.images_older')}
          </Button>
        )}
      </div>
    </div>
  );
}

function useStoredImages() {
  const t = useTranslator();
  const [images, setImages] = useState<ListedImage[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [hasMore, setMore] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const load = async (part: 'newest' | 'older') => {
    const loadedImages = part === 'newest' ? [] : images;
    setBusy(true);
    setError(null);
    const result = await adminApi.listImages(loadedImages.at(-1)?.created_at);
    setBusy(false);
    if (!result.ok) return setError(adminApiErrorMessage(t, result.error));
    setImages([...loadedImages, ...result.value.pictures]);
    setMore(result.value.pictures.length === pageSize);
  };
  return { images, isBusy, hasMore, error, load };
}
