/** A cause for which the process can't start, as the one line that the operator reads. */
export class StartError extends Error {}
