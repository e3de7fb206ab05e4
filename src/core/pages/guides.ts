import { readFileSync } from 'node:fs'
import { Marked } from 'marked'
import { html, trusted, type Html } from '../http/html.ts'

/** A page of text that we wrote: Markdown, in which `{{site}}` and the like stand for values. */
export type Guide = { slug: string; title: string; summary: string; text: string }

/** Guides in the order in which they are read. A file is a title, a paragraph that says what it is about, and the text. */
export const readGuides = (folder: URL, slugs: string[]): Guide[] =>
  slugs.map((slug) => {
    const [title, summary, ...text] = readFileSync(new URL(`${slug}.md`, folder), 'utf8').split('\n\n')
    return { slug, title: title!.replace('# ', ''), summary: summary!, text: text.join('\n\n') }
  })

export const code = (text: string) => html`<pre><code>${text.trim()}</code></pre>`

const markdown = new Marked({ async: false, renderer: { code: ({ text }) => code(text).in('es') } })

export const markdownToHtml = (text: string): Html => trusted(markdown.parse(text) as string)
