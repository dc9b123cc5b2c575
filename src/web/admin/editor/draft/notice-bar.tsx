import type { ReactNode } from 'react';

export function NoticeBar({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-2xl border-2 border-accent bg-tint p-4">
      <div role="status" className="min-w-0 grow basis-64">
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-pretty">{text}</p>
      </div>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  );
}
