interface ReleaseNotes {
  version: string;
  commit: string;
  /** Of the archive, without extension. */
  name: string;
  lowestNode: readonly string[];
  /** Subjects of the commits since the previous tag; null: there is none. */
  changes: readonly string[] | null;
}

const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');

export function formatNotes({ version, commit, name, lowestNode, changes }: ReleaseNotes): string {
  return `# Unspool ${version}

Commit ${commit}.

## Run it

You need Node ${lowestNode.join(', ')} or a later version of these lines. Nothing else is installed, and nothing is downloaded.

\`\`\`sh
sha256sum --check --ignore-missing ${name}.sha256
tar -xzf ${name}.tar.gz
node ${name}/build/server/main.js
\`\`\`

The site is at http://localhost:3000. The data is stored in the folder \`data\` of the folder where you start it, or in \`DATA_DIR\`.

## Files

| File | Content |
| --- | --- |
| \`${name}.tar.gz\` | The app with its packages, for one platform |
| \`${name}.cdx.json\` | All packages with versions and hashes (SBOM, CycloneDX) |
| \`${name}.licenses.txt\` | The licenses of these packages, also in the archive |
| \`${name}.sha256\` | SHA-256 checksums of all files |

On the same platform, with the same versions of Node and npm, the same commit gives the same bytes: check it out, run \`npm run release -- --dry-run\`, and compare the checksums.

## Changes

${changes ? list(changes) : 'This is the first release.'}
`;
}
