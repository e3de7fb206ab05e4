/** A drawn picture of a demo product: its motif, its background and its colours. */
export type Picture = {
  shape:
    | 'bag'
    | 'bottle'
    | 'dripper'
    | 'stand'
    | 'press'
    | 'grinder'
    | 'kettle'
    | 'filters'
    | 'mug'
    | 'cups'
    | 'tumbler'
    | 'box'
    | 'parcel'
  /** The ground. */
  base: string
  main: string
  accent: string
  motif?: Motif
}

/** The motif that is printed on a bag. */
export type Motif =
  | 'volcano'
  | 'clouds'
  | 'leaf'
  | 'lake'
  | 'rain'
  | 'cherry'
  | 'flower'
  | 'sun'
  | 'fire'
  | 'moon'
  | 'bean'

/** Draws a thing in a square of 800, standing on y = 640. */
export type Draw = (picture: Picture) => string
