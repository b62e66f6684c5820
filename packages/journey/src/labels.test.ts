import { expect, it } from 'vitest'
import { card, student } from './journey.fixture.ts'
import { attributeLabelIn, credentialLabel, credentialNamed } from './labels.ts'

const labelledCard = {
  ...card('Student Card'),
  label: 'Carte d’étudiant',
  attributes: [{ name: 'family_name', value: 'Bello', label: 'Surname' }],
}
const labelled = {
  ...student,
  onboarding: [{ screenId: 'ACCEPT_CREDENTIAL', title: 'Accept', text: 'Accept.', credentials: [labelledCard] }],
}

it('reads credentials by content’s label in any spelling of the name, else by the name', () => {
  expect(credentialLabel(labelled, 'student_card')).toBe('Carte d’étudiant')
  expect(credentialLabel(student, 'student_card')).toBe('Student Card')
  expect(credentialLabel(undefined, 'ExamPass')).toBe('Exam Pass')
})

it('finds what a use case issues, too', () => {
  expect(credentialNamed(student, 'exam_pass')?.name).toBe('Exam Pass')
})

it('reads attributes by content’s label, else by the name', () => {
  expect(attributeLabelIn(labelledCard, 'family_name')).toBe('Surname')
  expect(attributeLabelIn(labelledCard, 'date_of_birth')).toBe('Date of birth')
  expect(attributeLabelIn(undefined, 'family_name')).toBe('Family name')
})
