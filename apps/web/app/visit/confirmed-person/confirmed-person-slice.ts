import { type PersonField, personFields } from '@lastmile/contracts/constants'
import { type ConfirmedPersonStep, noPersonInformation, type PersonInformation } from '@lastmile/journey'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { characterPicked, confirmedPersonFinished } from '../../state/demo-actions.ts'

export const documentSides = ['front', 'back'] as const
export type DocumentSide = (typeof documentSides)[number]

/** In memory only, never stored: personal data (docs/product.md, section 3). */
const initialState = {
  /** The step reached on this page; null at first. */
  step: null as ConfirmedPersonStep | null,
  personInformation: noPersonInformation,
  /** Thumbnails of the visitor's document as data URLs, shown only to the visitor and never sent. */
  documentImages: {} as Partial<Record<DocumentSide, string>>,
}

const confirmedPersonSlice = createSlice({
  name: 'confirmedPerson',
  initialState,
  reducers: {
    /** Names the target, not a direction: a double click advances once. */
    flowStepSet(state, { payload }: PayloadAction<ConfirmedPersonStep>) {
      state.step = payload
    },
    personInformationEntered(state, { payload }: PayloadAction<{ field: PersonField; value: string }>) {
      state.personInformation[payload.field] = payload.value
    },
    /** Changes of the visitor stay. */
    exampleFilledIn(state, { payload: example }: PayloadAction<Partial<PersonInformation>>) {
      for (const field of personFields) {
        const isUntouched = state.personInformation[field] === noPersonInformation[field]
        if (isUntouched) state.personInformation[field] = example[field] ?? noPersonInformation[field]
      }
    },
    documentImageSet(state, { payload }: PayloadAction<{ side: DocumentSide; image: string }>) {
      state.documentImages[payload.side] = payload.image
    },
    documentImageRemoved(state, { payload: side }: PayloadAction<DocumentSide>) {
      delete state.documentImages[side]
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(confirmedPersonFinished, () => initialState)
      .addCase(characterPicked, (state, { payload }) => (payload.changed ? initialState : state)),
})

export const { flowStepSet, personInformationEntered, exampleFilledIn, documentImageSet, documentImageRemoved } =
  confirmedPersonSlice.actions
export const confirmedPersonReducer = confirmedPersonSlice.reducer
