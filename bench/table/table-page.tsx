import { useLoaderData } from 'react-router';
import { loadRows } from './rows.ts';

export const loader = async () => ({ rows: await loadRows() });

export default function TablePage() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <table>
      <tbody>
        {rows.map(({ id, name }) => (
          <tr key={id}>
            <td>{id}</td>
            <td>{name}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
