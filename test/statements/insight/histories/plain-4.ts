import type { History } from './read-histories.ts';

export const histories: readonly History[] = [
  {
    name: 'payroll-without-vowels',
    holder: 'Kelechi Victor Nnadi',
    why: 'The firm shortens payroll to its consonants.',
    lines: `
2024-01-26 + 98500.00 salary | NIP/ZENITH/SUNBIRD POLYMERS LTD/PYRL JAN 24
2024-02-10 - 15000.00 spend | ATM WDL ABA ROAD
2024-02-28 + 98500.00 salary | NIP/ZENITH/SUNBIRD POLYMERS LTD/PYRL FEB 24
2024-03-28 + 98500.00 salary | NIP/ZENITH/SUNBIRD POLYMERS LTD/PYRL MAR 24
2024-04-26 + 98500.00 salary | NIP/ZENITH/SUNBIRD POLYMERS LTD/PYRL APR 24
2024-05-28 + 98500.00 salary | NIP/ZENITH/SUNBIRD POLYMERS LTD/PYRL MAY 24
`,
  },
  {
    name: 'month-and-salary-in-one-word',
    holder: 'CHINONSO PETER OBI',
    why: 'The payer leaves out the blank between the month and salary.',
    lines: `
2024-04-25 + 155000.00 salary | NIP/ACCESS/ORIENT GLASSWORKS/APRILSALARY
2024-05-24 + 155000.00 salary | NIP/ACCESS/ORIENT GLASSWORKS/MAYSALARY
2024-06-25 + 155000.00 salary | NIP/ACCESS/ORIENT GLASSWORKS/JUNESALARY
2024-07-25 + 155000.00 salary | NIP/ACCESS/ORIENT GLASSWORKS/JULYSALARY
2024-08-23 + 155000.00 salary | NIP/ACCESS/ORIENT GLASSWORKS/AUGUSTSALARY
`,
  },
  {
    name: 'salary-cut-off-by-the-bank',
    holder: 'EMMANUEL TERVER IORFA',
    why: 'The bank cuts the remark off within the word salary.',
    lines: `
2023-08-28 + 131750.00 salary | NIP/FIRST BANK/BENUE BREWERIES PLC/AUGUST SALA
2023-09-28 + 131750.00 salary | NIP/FIRST BANK/BENUE BREWERIES PLC/SEPTEMBER SALA
2023-10-27 + 131750.00 salary | NIP/FIRST BANK/BENUE BREWERIES PLC/OCTOBER SALA
2023-11-28 + 131750.00 salary | NIP/FIRST BANK/BENUE BREWERIES PLC/NOVEMBER SALA
2023-12-28 + 131750.00 salary | NIP/FIRST BANK/BENUE BREWERIES PLC/DECEMBER SALA
2024-01-26 + 131750.00 salary | NIP/FIRST BANK/BENUE BREWERIES PLC/JANUARY SALA
`,
  },
  {
    name: 'salary-misspelt-each-month',
    holder: 'WALE TUNDE AKINYEMI',
    why: 'The clerk misspells salary in another way each month.',
    lines: `
2024-01-29 + 64000.00 salary | NIP/WEMA/OKE ARO STEEL LTD/JAN SALRY
2024-02-28 + 64000.00 salary | NIP/WEMA/OKE ARO STEEL LTD/FEB SALLARY
2024-03-28 + 64000.00 salary | NIP/WEMA/OKE ARO STEEL LTD/MARCH SLARY
2024-04-29 + 64000.00 salary | NIP/WEMA/OKE ARO STEEL LTD/APR SALARRY
2024-05-29 + 64000.00 salary | NIP/WEMA/OKE ARO STEEL LTD/MAY SALERY
`,
  },
  {
    name: 'payee-behind-the-firm',
    holder: 'UGOCHI STELLA NWOSU',
    why: 'The holder stands behind the firm as payee. Alone, the same name is the payer.',
    lines: `
2023-05-26 + 205000.00 salary | NEFT CR DIAMOND CEMENT CO PLC NWOSU UGOCHI S
2023-06-11 + 60000.00 none:own | NEFT CR NWOSU UGOCHI STELLA UBA
2023-06-26 + 205000.00 salary | NEFT CR DIAMOND CEMENT CO PLC NWOSU UGOCHI S
2023-07-26 + 205000.00 salary | NEFT CR DIAMOND CEMENT CO PLC NWOSU UGOCHI S
2023-08-11 + 60000.00 none:own | NEFT CR UGOCHI NWOSU UBA
2023-08-25 + 205000.00 salary | NEFT CR DIAMOND CEMENT CO PLC NWOSU UGOCHI S
2023-09-26 + 205000.00 salary | NEFT CR DIAMOND CEMENT CO PLC NWOSU UGOCHI S
`,
  },
  {
    name: 'payee-behind-a-ministry',
    holder: 'ABDUL KARIM YUSUF',
    why: 'The bank names the ministry, then the holder cut off.',
    lines: `
2024-01-24 + 64320.15 salary | NIBSS KEBBI STATE MINISTRY OF WORKS ABDUL KARIM Y
2024-02-23 + 64320.15 salary | NIBSS KEBBI STATE MINISTRY OF WORKS ABDUL KARIM Y
2024-03-22 + 64320.15 salary | NIBSS KEBBI STATE MINISTRY OF WORKS ABDUL KARIM Y
2024-04-24 + 64320.15 salary | NIBSS KEBBI STATE MINISTRY OF WORKS ABDUL KARIM Y
`,
  },
  {
    name: 'school-that-writes-nothing',
    holder: 'HANNAH DIKE AMADI',
    why: 'A school pays each month. The remark is empty, so the last part names the school.',
    lines: `
2024-01-29 + 55000.00 salary | NIP/ECO/ST MONICA GIRLS SECONDARY SCHOOL/
2024-02-29 + 55000.00 salary | NIP/ECO/ST MONICA GIRLS SECONDARY SCHOOL/
2024-03-29 + 55000.00 salary | NIP/ECO/ST MONICA GIRLS SECONDARY SCHOOL/
2024-04-29 + 55000.00 salary | NIP/ECO/ST MONICA GIRLS SECONDARY SCHOOL/
`,
  },
  {
    name: 'work-named-before-pay',
    holder: 'MUSA SANI BELLO',
    why: 'The firm names the work, then pay and the month.',
    lines: `
2024-02-02 + 42000.00 salary | NIP/FCMB/HALOGEN GUARDS CO/GUARD PAY FEB 24
2024-03-01 + 42000.00 salary | NIP/FCMB/HALOGEN GUARDS CO/GUARD PAY MAR 24
2024-04-03 + 42000.00 salary | NIP/FCMB/HALOGEN GUARDS CO/GUARD PAY APR 24
2024-05-03 + 42000.00 salary | NIP/FCMB/HALOGEN GUARDS CO/GUARD PAY MAY 24
`,
  },
  {
    name: 'two-halves-without-a-word',
    holder: 'AMOS GYANG',
    why: 'Half of the pay comes in the middle of the month, half at its end.',
    lines: `
2024-01-15 + 28000.00 salary | NIP/FBN/PLATEAU TIN LTD/1ST HALF JAN
2024-01-26 + 28000.00 salary | NIP/FBN/PLATEAU TIN LTD/2ND HALF JAN
2024-02-15 + 28000.00 salary | NIP/FBN/PLATEAU TIN LTD/1ST HALF FEB
2024-02-28 + 28000.00 salary | NIP/FBN/PLATEAU TIN LTD/2ND HALF FEB
2024-03-15 + 28000.00 salary | NIP/FBN/PLATEAU TIN LTD/1ST HALF MAR
2024-03-28 + 28000.00 salary | NIP/FBN/PLATEAU TIN LTD/2ND HALF MAR
2024-04-15 + 28000.00 salary | NIP/FBN/PLATEAU TIN LTD/1ST HALF APR
2024-04-26 + 28000.00 salary | NIP/FBN/PLATEAU TIN LTD/2ND HALF APR
`,
  },
  {
    name: 'pay-that-is-late-twice',
    holder: 'BLESSING PETER',
    why: 'Two of six payments come some days into the next month.',
    lines: `
2024-01-28 + 95000.00 salary | NIP/GTB/CRYSTAL DENTAL CLINIC/
2024-03-04 + 95000.00 salary | NIP/GTB/CRYSTAL DENTAL CLINIC/
2024-03-29 + 95000.00 salary | NIP/GTB/CRYSTAL DENTAL CLINIC/
2024-04-28 + 95000.00 salary | NIP/GTB/CRYSTAL DENTAL CLINIC/
2024-06-03 + 95000.00 salary | NIP/GTB/CRYSTAL DENTAL CLINIC/
2024-06-28 + 95000.00 salary | NIP/GTB/CRYSTAL DENTAL CLINIC/
`,
  },
  {
    name: 'firm-cut-off-by-the-bank',
    holder: 'IFEANYI OKORIE',
    why: 'The bank cuts off the last word of the firm, which still is that of a firm.',
    lines: `
2024-01-26 + 118000.00 salary | NIP FRM ROYAL OAK CONSTRUCTIO
2024-02-26 + 118000.00 salary | NIP FRM ROYAL OAK CONSTRUCTIO
2024-03-26 + 118000.00 salary | NIP FRM ROYAL OAK CONSTRUCTIO
2024-04-26 + 118000.00 salary | NIP FRM ROYAL OAK CONSTRUCTIO
`,
  },
  {
    name: 'payee-before-the-payer',
    holder: 'LATIFAT SULE',
    why: 'The bank writes the payee first, then the payer after FROM.',
    lines: `
2024-01-25 + 71000.00 salary | NIP CR/LATIFAT SULE/FROM KONSOL FOODS LTD/ACCESS
2024-02-23 + 71000.00 salary | NIP CR/LATIFAT SULE/FROM KONSOL FOODS LTD/ACCESS
2024-03-25 + 71000.00 salary | NIP CR/LATIFAT SULE/FROM KONSOL FOODS LTD/ACCESS
2024-04-25 + 71000.00 salary | NIP CR/LATIFAT SULE/FROM KONSOL FOODS LTD/ACCESS
`,
  },
  {
    name: 'rental-of-a-sukuk',
    holder: 'ALH SANI ABACHA YARO',
    why: 'Rentals, coupons and interest are income. What is paid back at the end is capital.',
    lines: `
2023-06-14 + 77400.00 income | FGN SUKUK RENTAL DEC-JUN
2023-07-20 + 51000.00 income | FGN BOND 2033 COUPON PAYMENT
2023-08-20 + 61000.00 income | CSCS/LAFARGE BOND COUPON SERIES 2
2023-09-14 + 1000000.00 none:savings | SUKUK MATURITY PROCEEDS 2023
2023-10-01 + 14000.00 income | NTB INTEREST UPFRONT
2023-11-01 + 24000.00 income | TERM DEPOSIT INTEREST CREDIT
2023-12-01 + 9000.00 income | MUTUAL FUND DIVIDEND STANBIC MMF
`,
  },
];
