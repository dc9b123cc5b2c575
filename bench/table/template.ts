/** The least that Node can do: a template string. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadRows, renderRows } from './rows.ts';

const server = createServer(async (_, response) => {
  const body = `<table><tbody>${renderRows(await loadRows())}</tbody></table>`;
  const page = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Table</title></head><body>${body}</body></html>`;
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(page);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
