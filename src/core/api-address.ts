/** Whether an address belongs to the API, where every answer is JSON; the others are pages. */
export const isApi = (url: string) => /^\/api(?:[/?]|$)/.test(url)
