import type { PersonField } from '@lastmile/contracts/constants'
import { type ConfirmedPersonStep, noPersonInformation, type PersonInformation } from '@lastmile/journey'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { characterPicked, confirmedPersonFinished } from '../../state/demo-actions.ts'

export const documentSides = ['front', 'back'] as const
export type DocumentSide = (typeof documentSides)[number]

/** A picture of the visitor's document. It is shown to the visitor and goes nowhere. */
export interface DocumentImage {
  label: DocumentSide
  /** A small copy, as a data URL. */
  image: string
}

/** In this page's memory only, never in the browser's storage: it is personal data (docs/product.md, section 3). */
export interface ConfirmedPersonState {
  /** Where the visitor went on this page; null until then. */
  step: ConfirmedPersonStep | null
  personInformation: PersonInformation
  documentImages: DocumentImage[]
}

declare module '../../state/root-state.ts' {
  interface RootState {
    confirmedPerson: ConfirmedPersonState
  }
}

const initialState: ConfirmedPersonState = { step: null, personInformation: noPersonInformation, documentImages: [] }

const confirmedPersonSlice = createSlice({
  name: 'confirmedPerson',
  initialState,
  reducers: {
    /** Names the target, not a direction: a double click then advances once. */
    flowStepSet(state, { payload }: PayloadAction<ConfirmedPersonStep>) {
      state.step = payload
    },
    personInformationEntered(state, { payload }: PayloadAction<{ field: PersonField; value: string }>) {
      state.personInformation[payload.field] = payload.value
    },
    documentImageSet(state, { payload }: PayloadAction<DocumentImage>) {
      const others = state.documentImages.filter(({ label }) => label !== payload.label)
      state.documentImages = [...others, payload]
    },
    documentImageRemoved(state, { payload: label }: PayloadAction<DocumentSide>) {
      state.documentImages = state.documentImages.filter((image) => image.label !== label)
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(confirmedPersonFinished, () => initialState)
      .addCase(characterPicked, (state, { payload }) => (payload.changed ? initialState : state)),
})

export const { flowStepSet, personInformationEntered, documentImageSet, documentImageRemoved } =
  confirmedPersonSlice.actions
export const confirmedPersonReducer = confirmedPersonSlice.reducer
