// `npm run licences`: what the product is made of, by licence; ends with 1 where one is not in the list.
import { readLicences, refusedLicences } from './read-licences.ts';

const packages = readLicences();
for (const [licence, all] of [...Map.groupBy(packages, (one) => one.licence)].toSorted())
  console.log(`${licence}\n  ${all.map(({ name, version }) => `${name} ${version}`).join('\n  ')}`);
const refused = refusedLicences(packages);
if (refused.length > 0) {
  console.error(`Not in the list of scripts/read-licences.ts: ${refused.map(({ name }) => name).join(', ')}`);
  process.exitCode = 1;
}
