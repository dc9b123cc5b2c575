export function CodeSnippet({ code, label }: { code: string; label?: string }) {
  return (
    <p className="mt-3 max-w-2xl">
      {label && <span className="block text-sm font-semibold">{label}</span>}
      <code
        dir="ltr"
        className="mt-1 block rounded-xl border border-line bg-sunken px-4 py-3 text-sm select-all wrap-anywhere"
      >
        {code}
      </code>
    </p>
  );
}
