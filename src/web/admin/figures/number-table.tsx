import type { ReactNode } from 'react';

/** `columns`: the heading of the names first. */
export function NumberTable({
  caption,
  columns,
  rows,
  nameClass,
  className,
}: {
  caption: string;
  columns: readonly string[];
  rows: readonly { key: string; name: ReactNode; cells: readonly string[] }[];
  nameClass: string;
  className: string;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll the table.
    <section tabIndex={0} className={className}>
      <table className="w-full text-sm tabular-nums [&_td]:p-2 [&_td]:text-end [&_th]:p-2 [&_th]:text-end [&_th:first-child]:text-start">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ key, name, cells }) => (
            <tr key={key}>
              <th scope="row" className={`font-normal ${nameClass}`}>
                {name}
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
