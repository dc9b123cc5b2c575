import { useTranslator } from '../translation.tsx';

const lines = ['w-full', 'w-11/12', 'w-10/12', 'w-4/5', 'w-2/3'];

export function PostSkeleton() {
  const t = useTranslator();
  return (
    <div role="status" className="turn turn-end turn-first turn-last px-5 pt-6 pb-24 sm:px-12 sm:pt-10">
      <span className="sr-only">{t('blog.post.loading')}</span>
      <div
        aria-hidden="true"
        className="grid max-w-3xl gap-4 *:rounded-lg *:bg-sunken motion-safe:animate-pulse"
      >
        <div className="h-5 w-32" />
        <div className="mt-6 h-12 w-11/12" />
        <div className="h-6 w-3/4" />
        <div className="aspect-video w-full rounded-3xl" />
        {lines.map((width) => (
          <div key={width} className={`h-5 ${width}`} />
        ))}
      </div>
    </div>
  );
}
