/** One line of `doctor`. */
export type Check = { name: string; status: 'ok' | 'warn' | 'fail'; message: string }
