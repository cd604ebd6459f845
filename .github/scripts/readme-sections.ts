// The parts of a Markdown file between <!-- docs:NAME --> and <!-- /docs:NAME --> are written by `npm run docs`.

/**
 * The text with the content of every marked section replaced. Throws when a section has no place, a place has no
 * section, or a marker is not closed or stands twice: a table that silently goes stale is worse than none.
 */
export function fillSections(text: string, sections: Readonly<Record<string, string>>): string {
  const seen: string[] = [];
  const filled = text.replace(SECTION, (_whole, name: string) => {
    const content = Object.hasOwn(sections, name) ? sections[name] : undefined;
    if (content === undefined) throw new Error(`docs:${name} is marked, but nothing is generated for it`);
    if (seen.includes(name)) throw new Error(`docs:${name} is marked twice`);
    seen.push(name);
    return `<!-- docs:${name} -->\n\n${content.trim()}\n\n<!-- /docs:${name} -->`;
  });
  const markers = text.match(/<!-- \/?docs:[a-z-]+ -->/g) ?? [];
  if (markers.length !== 2 * seen.length) throw new Error('a docs marker is not opened or not closed');
  const missing = Object.keys(sections).filter((name) => !seen.includes(name));
  if (missing.length > 0) throw new Error(`no place is marked for ${missing.join(', ')}`);
  return filled;
}

const SECTION = /<!-- docs:([a-z-]+) -->[\s\S]*?<!-- \/docs:\1 -->/g;
