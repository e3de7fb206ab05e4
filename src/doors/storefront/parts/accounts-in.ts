const MAX_ACCOUNTS = 3
const MIN_DIGITS = 8

const uuid = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi
const alias = /(?<=\balias\b:? )[\w-]+(?:\.[\w-]+)+/gi

/**
 * The parts of the instructions that a payer copies: keys, aliases, account and phone numbers, IBANs, e-mail addresses.
 */
export function accountsIn(whole: string): string[] {
  const names = [...(whole.match(uuid) ?? []), ...(whole.match(alias) ?? [])]
  const text = names.reduce((rest, name) => rest.replace(name, ' '), whole)
  const numbers = (text.match(/(?:[A-Z]{2})?\d(?:[ .-]{0,3}\d)*/g) ?? []).filter(
    (number) => number.replaceAll(/\D/g, '').length >= MIN_DIGITS,
  )
  const mails = text
    .split(/[\s,;:()]+/)
    .filter((word) => word.includes('@', 1))
    .map((word) => word.replace(/\.$/, ''))
  return [...new Set([...names, ...numbers, ...mails])].slice(0, MAX_ACCOUNTS)
}
